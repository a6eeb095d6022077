import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/console.ts";

/** Some element has the focus, as a person would find it. It may move a frame after what it left. */
export const expectFocus = (page: Page, after: string) =>
  expect.poll(() => focusOf(page), { message: `focus after ${after}`, timeout: 3000 }).not.toBe("nothing");

const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return "nothing";
    return `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.id ?? ""}`;
  });
