import type { Page } from "@playwright/test";

/** Opens a page of the console by its link in the menu, without loading the document again. */
export const openFromMenu = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
