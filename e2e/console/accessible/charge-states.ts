import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/console.ts";
import { fillCard, openNextForm, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { closeDialog, dialogBy, type PageState, press, stay } from "./page-state.ts";

const declining = "4000300011112220";

const tender = (name: string) => (page: Page) => page.getByRole("tab", { name, exact: true }).click();

/** Charges a card on the open form and waits for the beginning of its result. */
const charged = (amount: string, number: string, result: RegExp) => async (page: Page) => {
  await tender("Card")(page);
  await fillCard(page, { amount, number, cvc: "123", name: "Ada Okafor" });
  await press(/^Charge/)(page);
  await expect(resultOf(page)).toHaveText(result);
};

async function openAllSections(page: Page) {
  await tender("Card")(page);
  for (const section of await page.locator("form summary, form [aria-expanded=false]").all())
    if (await section.isVisible()) await section.click();
}

/** The form of an order of which half is paid now. */
const split = (amount: string) => async (page: Page) => {
  await tender("Card")(page);
  await fillCard(page, { amount, number: visa });
  await press("Split payment")(page);
  await page.getByLabel("This payment").fill((Number(amount) / 2).toFixed(2));
  await expect(page.getByText(/left to pay after this/)).toBeVisible();
};

/** The charge page: tenders, sections, errors and results. */
export const chargeStates: readonly PageState[] = (
  [
    { name: "card", open: tender("Card"), leave: stay },
    { name: "check", open: tender("Check"), leave: stay },
    { name: "cash", open: tender("Cash"), leave: stay },
    { name: "saved card", open: tender("Saved card"), leave: stay },
    { name: "all sections open", open: openAllSections },
    {
      name: "errors",
      open: async (page) => {
        await tender("Card")(page);
        await fillCard(page, { amount: "12.345", number: "4000100011112225", expires: "01/20" });
        await press(/^Charge/)(page);
        await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
      },
      leave: stay,
    },
    { name: "approved", open: charged("31.07", visa, /^Approved/), leave: openNextForm },
    { name: "declined", open: charged("32.07", declining, /^Declined/), leave: openNextForm },
    {
      name: "waiting",
      open: async (page, console) => {
        await console.control("POST", "/faults", {
          kind: "slow",
          command: "sale",
          times: 1,
          delayMs: 12_000,
        });
        await tender("Card")(page);
        await fillCard(page, { amount: "33.07", number: visa, cvc: "123" });
        await press(/^Charge/)(page);
        await expect(page.getByText("Charging $33.07").first()).toBeVisible();
      },
      width: "desktop",
    },
    {
      name: "unknown",
      open: async (page, console) => {
        await console.control("POST", "/faults", { kind: "status-500", command: "sale", times: 1 });
        await charged("553.00", visa, /^We don't know yet/)(page);
      },
      leave: openNextForm,
    },
    { name: "held", open: charged("553.00", visa, /^Held back: possible duplicate/), leave: openNextForm },
    { name: "possible duplicate", open: charged("31.07", visa, /^Already charged/) },
    { name: "split", open: split("60.40") },
    {
      name: "delayed refund",
      open: async (page) => {
        await tender("Card")(page);
        await press(/^How to collect/)(page);
        await page.getByRole("menuitemradio", { name: /^Send money back/ }).click();
        await fillCard(page, { amount: "450.00", number: visa });
        await page.getByLabel("Reason").fill("Goods returned, sale not found");
        await press(/^Send back/)(page);
        await expect(page.getByRole("region", { name: "Delayed refunds" })).toBeVisible();
      },
    },
  ] satisfies Omit<PageState, "path" | "sign">[]
).map((state) => ({ ...state, name: `charge, ${state.name}`, path: "/charge", sign: "Card number" }));

/** A key opens it wherever the focus is, also nowhere. */
const closeFromKey = (page: Page) => closeDialog(page);

/** The frame around every page. */
export const frameStates: readonly PageState[] = [
  {
    name: "keys",
    path: "/charge",
    sign: "Card number",
    open: (page) => keys(page, "Escape", "?"),
    leave: closeFromKey,
  },
  {
    name: "palette",
    path: "/attention",
    sign: "Recently resolved",
    open: async (page) => {
      await keys(page, "Control+k");
      await page.keyboard.type("char");
      await expect(page.getByRole("option", { name: /^Charge/ })).toBeVisible();
    },
    leave: closeFromKey,
  },
  {
    name: "palette, nothing found",
    path: "/attention",
    sign: "Recently resolved",
    open: async (page) => {
      await keys(page, "Control+k");
      await page.keyboard.type("zzqq");
    },
    leave: closeFromKey,
  },
  {
    name: "gateway menu",
    path: "/attention",
    sign: "Recently resolved",
    open: press(/^Gateway/),
    leave: closeDialog,
    width: "desktop",
  },
  {
    name: "navigation of a phone",
    path: "/attention",
    sign: "Recently resolved",
    open: dialogBy("Menu"),
    width: "phone",
  },
  {
    name: "locked workstation",
    // The session stays locked.
    role: "auditor",
    path: "/audit",
    sign: "Entries are added",
    open: async (page) => {
      await keys(page, "Shift+L");
      await expect(page.getByRole("heading", { name: "Workstation locked" })).toBeVisible();
      await page.getByLabel("Password").fill("not the password");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: "not your password" })).toBeVisible();
    },
  },
  { name: "page not found", path: "/no-such-page", sign: "There is nothing at this address" },
  { name: "no right", role: "clerk", path: "/webhooks", sign: "have access" },
  { name: "second step", path: "/second-step", sign: "6-digit code" },
  { name: "sign-in", role: "visitor", path: "/sign-in", sign: "Password" },
  {
    name: "sign-in, wrong password",
    role: "visitor",
    path: "/sign-in",
    sign: "Password",
    open: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill("clerk@demo.test");
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await press("Sign in")(page);
      await expect(page.getByRole("alert").filter({ hasText: "do not match" })).toBeVisible();
    },
  },
];

async function keys(page: Page, ...presses: string[]) {
  for (const key of presses) await page.keyboard.press(key);
}
