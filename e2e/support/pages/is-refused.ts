import type { APIRequestContext } from "@playwright/test";

/** Whether the console leads this user from a page to "You don't have access". Loads no page: a redirect, or one in the HTML. */
export async function isRefused(request: APIRequestContext, path: string): Promise<boolean> {
  const answer = await request.get(path, { maxRedirects: 0 });
  return `${answer.headers().location ?? ""} ${await answer.text()}`.includes("/no-access?right=");
}
