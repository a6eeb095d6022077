import type { Page } from "@playwright/test";

/** Keeps the documents that a page prints, in place of the browser's dialog. */
export const keepPrints = (page: Page) =>
  page.addInitScript(() => {
    const windowOf = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow")?.get;
    Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
      get() {
        const frame = this as HTMLIFrameElement;
        return {
          focus: () => windowOf?.call(frame).focus(),
          print() {
            const prints = JSON.parse(sessionStorage.getItem("prints") ?? "[]");
            sessionStorage.setItem("prints", JSON.stringify([...prints, frame.srcdoc]));
          },
        };
      },
    });
  });

/** Those that were printed in this tab, the oldest first. */
export const printsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("prints") ?? "[]"));
