import { expect, type Page } from "@playwright/test";

/**
 * Goes to another page of the console as its links do, without loading and starting its scripts again; a tab that shows
 * nothing yet loads it. Waits until the address has changed, which may be to where the path redirects, not for the page's data.
 * Not right after a charge: its result, which changes the address too, would end it.
 */
export async function pushRoute(page: Page, path: string): Promise<void> {
  const before = page.url();
  if (before === "about:blank") {
    await page.goto(path);
    return;
  }
  await page.evaluate((path) => {
    const { next } = window as unknown as { next: { router: { push(path: string): void } } }; // put there by Next.js
    next.router.push(path);
  }, path);
  if (new URL(path, before).href !== before) await expect(page).not.toHaveURL(before);
}
