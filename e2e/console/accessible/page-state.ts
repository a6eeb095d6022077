import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/console.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import type { BuiltInRole } from "#lib/permissions.ts";

/** A page in one of its states, as a row of the tables beside this file. */
export type PageState = {
  /** Of the page and what is shown on it: "charge, errors". */
  name: string;
  /** Who looks at it; a manager when left out, "visitor" for the pages before the sign-in. */
  role?: BuiltInRole | "visitor";
  path: string | ((records: Records) => string);
  /** A text that is there once the page is. */
  sign: string | RegExp;
  /** Brings the page into the state. */
  open?: (page: Page, console: RunningConsole) => Promise<unknown>;
  /** Brings the page back to where the next state of its table can go on without loading it again. Without `open` it can anyway. */
  leave?: (page: Page) => Promise<unknown>;
  /** A state that is gone when the window changes is checked at one width only. */
  width?: "desktop" | "phone";
};

export const desktop = { width: 1280, height: 720 };
export const phone = { width: 375, height: 720 };

/** What the states show. */
export type Records = { key: string; settledKey: string; closedBatch: string; group: string };

/** Payments, a closed batch and a bulk group with an approved, a declined and a failed row. */
export async function makeRecords(console: RunningConsole): Promise<Records> {
  const settledKey = await takePayment(console, "18.40");
  const { body } = await console.gateway("GET", "/batches/current");
  await console.closeBatch();
  const rows = [visa, "4000300011112220", "4000100011112225"].map(
    (number, i) => `sale,${number},1249,${i + 5}.10,accessible-${i}`,
  );
  const csv = ["command,ccnum,ccexp,amount,orderid", ...rows].join("\n");
  return {
    settledKey,
    closedBatch: (body as { key: string }).key, // the payment has opened it
    group: await console.uploadBulk("accessible.csv", csv),
    key: await takePayment(console, "19.60"),
  };
}

const takePayment = (console: RunningConsole, amount: string): Promise<string> =>
  takePaymentAtGateway(console, {
    amount,
    creditcard: { number: visa, expiration: "1249", cvc: "123", cardholder: "Ada Okafor" },
    save_card: true,
  });

/** Opens a row's page, unless it is open from the row before, waits for it, and brings it into its state. */
export async function openState(
  page: Page,
  state: PageState,
  records: Records,
  console: RunningConsole,
  before?: PageState,
): Promise<void> {
  // A missing button fails its own row, not the whole table.
  page.setDefaultTimeout(10_000);
  await page.setViewportSize(desktop);
  const pathOf = ({ path }: PageState) => (typeof path === "string" ? path : path(records));
  const path = pathOf(state);
  const goesOn = before !== undefined && (before.leave !== undefined || !before.open);
  if (goesOn) await before.leave?.(page);
  if (!goesOn || pathOf(before) !== path) {
    // The sign of another search of the same page may be that of the one before.
    const isNewSign = before?.sign !== state.sign || nameOfPage(pathOf(before)) !== nameOfPage(path);
    if (goesOn && isNewSign) {
      await page.evaluate(clearStorage);
      await pushRoute(page, path);
    } else await page.goto(path);
    await expect(page.getByText(state.sign).first(), state.name).toBeAttached();
    // Until then no button is handled.
    if (state.role !== "visitor") await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    // A part of the page that is hydrated later is disabled meanwhile, and looks so.
    await expect(page.locator("[data-starting]")).toHaveCount(0);
  }
  if (state.width === "phone") await page.setViewportSize(phone);
  await state.open?.(page, console);
}

/** Runs in the page: a state leaves nothing to the next, as a draft would be. */
export function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

const nameOfPage = (path: string) => path.split("?")[0];

export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Leaves a state that changes with the page. */
export const stay = async () => {};

/** Leaves what is laid over the page. */
export const closeDialog = async (page: Page) => {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
};

/** Opens a dialog by its button and waits for it. */
export const dialogBy = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page);
  await expect(page.getByRole("dialog").first()).toBeVisible();
};
