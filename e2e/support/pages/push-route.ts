import { expect, type Page } from "@playwright/test";

/**
 * Goes to another page of the console as its links do, without loading and starting its scripts again; a tab that shows
 * nothing yet loads it. Waits until the page is shown, not for all of its data.
 */
export async function pushRoute(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") {
    await page.goto(path);
    return;
  }
  await page.evaluate((path) => {
    const { next } = window as unknown as { next: { router: { push(path: string): void } } }; // put there by Next.js
    next.router.push(path);
  }, path);
  await expect(page).toHaveURL(path);
}
