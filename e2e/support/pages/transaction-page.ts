import { expect, type Locator, type Page } from "@playwright/test";
import type { RunningConsole } from "../running-console.ts";

/** A payment in the gateway's record, and the buttons of its page. */

export type Body = { key: string } & Record<string, unknown>;

export const readAtGateway = async (console: RunningConsole, key: string) =>
  (await console.gateway("GET", `/transactions/${key}`)).body as Body;

/** Opens a payment's page; resolves to its actions once they can be pressed. */
export async function openActions(page: Page, key: string): Promise<Locator> {
  await page.goto(`/transactions/${key}`);
  return shownActions(page);
}

/**
 * The same from any page of the console that is shown, without loading one again: the payment is found by its reference
 * number. Press no single key at once, the page may not listen yet.
 */
export async function openNextActions(page: Page, console: RunningConsole, key: string): Promise<Locator> {
  const { refnum } = await readAtGateway(console, key);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a payment, card, page or action" }).fill(String(refnum));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/transactions/${refnum}$`));
  return shownActions(page);
}

async function shownActions(page: Page): Promise<Locator> {
  const actions = page.getByRole("region", { name: "Actions" });
  await expect(actions.getByRole("button").first()).toBeVisible();
  // Buttons carry this mark until React listens; an unavailable action stays disabled without it.
  await expect(actions.locator("[data-starting]")).toHaveCount(0);
  return actions;
}

export const actionButton = (actions: Locator, name: string) =>
  actions.getByRole("button", { name, exact: true });
