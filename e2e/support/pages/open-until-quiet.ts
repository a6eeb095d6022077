import type { Page, Request } from "@playwright/test";
import { paths } from "#lib/paths.ts";

const quietMs = 500;

/** Opens a page and waits until it has loaded and asked for nothing for half a second; its stream of changes stays open. */
export async function openUntilQuiet(
  page: Page,
  url: string,
  open: (page: Page, url: string) => Promise<unknown> = (page, url) => page.goto(url),
): Promise<void> {
  const pending = new Set<Request>();
  let changedAt = performance.now();
  const noted = (change: (request: Request) => void) => (request: Request) => {
    if (new URL(request.url()).pathname === paths.api.live()) return;
    change(request);
    changedAt = performance.now();
  };
  const began = noted((request) => pending.add(request));
  const gone = noted((request) => pending.delete(request));
  page.on("request", began).on("requestfinished", gone).on("requestfailed", gone);
  await open(page, url);
  while (pending.size > 0 || performance.now() - changedAt < quietMs) await page.waitForTimeout(50);
  page.off("request", began).off("requestfinished", gone).off("requestfailed", gone);
}
