import { expect, type Locator } from "@playwright/test";

/** Waits until React has taken this element over: what is typed or clicked before belongs to the bare document. */
export async function untilAlive(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))))
    .toBe(true);
}

/** For the first click on a page: before React has taken the element over it would do nothing. */
export async function clickAlive(element: Locator): Promise<void> {
  await untilAlive(element);
  await element.click();
}
