import { expect, type Locator, type Page } from "@playwright/test";
import type { RunningConsole } from "../running-console.ts";

/** Payments that another system took on the same gateway, and the buttons of their pages. */

export type Body = { key: string } & Record<string, unknown>;

/** A card payment taken by another system on the same gateway, and its key. */
export async function takeElsewhere(
  console: RunningConsole,
  { command = "sale", ...fields }: Record<string, unknown> = {},
): Promise<string> {
  const { body } = await console.gateway("POST", "/transactions", {
    command,
    amount: "179.26",
    creditcard: { number: "4000100011112224", expiration: "1249", cvc: "123", cardholder: "Sofia Marchetti" },
    ignore_duplicate: true,
    ...fields,
  });
  return (body as Body).key; // an approved payment has a key
}

export const readAtGateway = async (console: RunningConsole, key: string) =>
  (await console.gateway("GET", `/transactions/${key}`)).body as Body;

/** Opens a payment's page; resolves to its actions once they can be pressed. */
export async function openActions(page: Page, key: string): Promise<Locator> {
  await page.goto(`/transactions/${key}`);
  const actions = page.getByRole("region", { name: "Actions" });
  await expect(actions.getByRole("button").first()).toBeVisible();
  // Buttons carry this mark until React listens; an unavailable action stays disabled without it.
  await expect(actions.locator("[data-starting]")).toHaveCount(0);
  return actions;
}

export const actionButton = (actions: Locator, name: string) =>
  actions.getByRole("button", { name, exact: true });
