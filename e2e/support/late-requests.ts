import type { APIResponse, Page, Request } from "@playwright/test";

/** In place of a proxy that keeps each POST to an address for itself, which the page sees as a lost connection. */
export async function keepRequests(page: Page, address: string) {
  const kept: Request[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST") return await route.fallback();
    kept.push(route.request());
    await route.abort();
  });
  return {
    /** From now on they arrive again. */
    release: () => page.unroute(address),
    /** Delivers the first one that was kept. */
    async deliver(): Promise<APIResponse> {
      const [late] = kept;
      if (!late) throw new Error("no request was kept");
      return page.request.post(late.url(), {
        headers: await late.allHeaders(),
        data: late.postDataBuffer() ?? "",
      });
    },
  };
}
