import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeNextCard, resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";

/** The keyboard of a person who has no mouse. Counts every key that goes down, chords key by key; what a field is for (`type`) does not count. */
class Keyboard {
  keys: string[] = [];
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async press(...chords: string[]) {
    for (const chord of chords) {
      this.keys.push(...chord.split("+"));
      await this.#page.keyboard.press(chord);
    }
  }
  type = (text: string) => this.#page.keyboard.type(text);
}

type Path = {
  name: string;
  /** The most keys it may take beside what is typed into fields. */
  most: number;
  /** Opens where it begins; without it, the path begins where the last one ended. */
  open?: (page: Page, console: RunningConsole) => Promise<unknown>;
  walk: (keyboard: Keyboard, page: Page) => Promise<void>;
};

/** Of a payment that is found again. The amounts of this file are in no other one: they would be possible duplicates. */
const [amount, invoice] = ["7035.11", "KEY-7035"];

const approved = (page: Page) => expect(resultOf(page)).toHaveText(/^Approved/, { timeout: 20_000 });
/** The actions of a payment are read again when its page opens. */
const actions = (page: Page) =>
  expect(page.getByRole("region", { name: "Actions" }).getByRole("button").first()).toBeEnabled();
const focused = (page: Page, label: string) =>
  expect(page.getByLabel(label, { exact: true }).first()).toBeFocused();
const dialog = (page: Page, name: RegExp) => expect(page.getByRole("dialog", { name })).toBeVisible();

async function nextCustomer(page: Page) {
  await page.getByRole("button", { name: "Next customer" }).click();
  await focused(page, "Amount");
}

const clerkPaths: readonly Path[] = [
  {
    name: "sign-in",
    most: 2,
    open: async (page) => {
      await page.goto("/sign-in");
      await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    },
    walk: async (keyboard, page) => {
      await focused(page, "Email");
      await keyboard.type("clerk@demo.test");
      await keyboard.press("Tab");
      await keyboard.type(testPassword);
      await keyboard.press("Enter");
      await expect(page).not.toHaveURL(/sign-in/);
    },
  },
  {
    name: "cash sale, ready for the next customer",
    most: 5,
    walk: async (keyboard, page) => {
      await focused(page, "Amount");
      await keyboard.press("Alt+3");
      await focused(page, "Amount");
      await keyboard.type("9.40");
      await keyboard.press("Control+Enter");
      await approved(page);
      // Shortcuts work from then on.
      await expect(resultOf(page)).toBeFocused();
      await keyboard.press("n");
      await focused(page, "Amount");
    },
  },
  {
    name: "the next cash sale",
    most: 3,
    walk: async (keyboard, page) => {
      await keyboard.type("9.50");
      await keyboard.press("Control+Enter");
      await approved(page);
      await keyboard.press("n");
      await focused(page, "Amount");
    },
  },
  {
    name: "check",
    most: 7,
    walk: async (keyboard, page) => {
      await keyboard.press("Alt+2");
      await expect(page.getByLabel("Routing number", { exact: true })).toBeVisible();
      await keyboard.type("7061.00");
      await keyboard.press("Enter");
      await focused(page, "Name on account");
      await keyboard.type("Ada Okafor");
      await keyboard.press("Enter");
      await focused(page, "Routing number");
      await keyboard.type("123456780");
      await keyboard.press("Enter");
      await keyboard.type("987654321");
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
  {
    name: "card typed by hand",
    most: 5,
    open: async (page) => {
      await nextCustomer(page);
      await page.keyboard.press("Alt+1");
    },
    walk: async (keyboard, page) => {
      await focused(page, "Amount");
      await keyboard.type("7012.50");
      await keyboard.press("Enter");
      await keyboard.type(visa);
      await keyboard.press("Enter");
      await keyboard.type("1249");
      await keyboard.press("Enter");
      await keyboard.type("123");
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
  {
    name: "a search, its first row opened",
    most: 8,
    open: async (page) => {
      // Taken through the console, which finds it at once.
      await chargeNextCard(page, { amount, number: visa, invoice });
      await approved(page);
      await nextCustomer(page);
    },
    walk: async (keyboard, page) => {
      await keyboard.press("Escape", "g", "t");
      await expect(page.getByRole("combobox", { name: "Search transactions" })).toBeVisible();
      await keyboard.press("/");
      await keyboard.type(amount);
      await keyboard.press("Enter");
      const rows = page.getByRole("table", { name: "Transactions found" }).locator("tbody").getByRole("row");
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("7,035.11");
      await keyboard.press("Escape", "ArrowDown", "Enter");
      await expect(page).toHaveURL(/\/transactions\/\w/);
    },
  },
  {
    name: "void",
    most: 3,
    walk: async (keyboard, page) => {
      await actions(page);
      await keyboard.press("x");
      await dialog(page, /^Void/);
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
  {
    name: "the keys of a page",
    most: 2,
    open: (page) => pushRoute(page, "/batches"),
    walk: async (keyboard, page) => {
      await keyboard.press("Shift+?");
      await dialog(page, /^All keys/);
    },
  },
  {
    name: "the workstation locked, and opened again",
    most: 3,
    open: async (page) => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    },
    walk: async (keyboard, page) => {
      await keyboard.press("Shift+L");
      await expect(page.getByRole("heading", { name: "Workstation locked" })).toBeVisible();
      await focused(page, "Password");
      await keyboard.type(testPassword);
      await keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Workstation locked" })).toHaveCount(0);
    },
  },
  {
    name: "a payment found by its invoice from anywhere",
    most: 3,
    walk: async (keyboard, page) => {
      await keyboard.press("Control+k");
      await keyboard.type(invoice);
      const found = page.getByRole("option", { name: /\$7,035\.11/ });
      await expect(found).toBeVisible();
      if ((await found.getAttribute("aria-selected")) !== "true") await keyboard.press("ArrowDown");
      await expect(found).toHaveAttribute("aria-selected", "true");
      await keyboard.press("Enter");
      await expect(page).toHaveURL(/\/transactions\/\w/);
    },
  },
  {
    name: "repeat sale",
    most: 3,
    open: async (page, console) =>
      pushRoute(page, `/transactions/${await takePaymentAtGateway(console, { amount: "7031.11" })}`),
    walk: async (keyboard, page) => {
      await actions(page);
      await keyboard.press("a");
      await dialog(page, /^Repeat sale/);
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
];

const managerPaths: readonly Path[] = [
  {
    name: "refund of the whole",
    most: 3,
    open: async (page, console) => {
      const key = await takePaymentAtGateway(console, { amount: "7033.11" });
      await console.closeBatch();
      await page.goto(`/transactions/${key}`);
    },
    walk: async (keyboard, page) => {
      await actions(page);
      await keyboard.press("u");
      await dialog(page, /^Refund/);
      await focused(page, "Amount");
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
];

async function walkAll(paths: readonly Path[], page: Page, running: RunningConsole) {
  for (const { name, most, open, walk } of paths)
    await test.step(name, async () => {
      await open?.(page, running);
      if (name !== "sign-in") await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
      const keyboard = new Keyboard(page);
      await walk(keyboard, page);
      console.info(
        `keys: ${String(keyboard.keys.length).padStart(2)} (at most ${most})  ${name}: ${keyboard.keys.join(" ")}`,
      );
      expect(keyboard.keys.length, name).toBeLessThanOrEqual(most);
    });
}

test("a clerk signs in, takes, finds, repeats and voids payments with few keys beside what is typed", async ({
  page,
  console: running,
}) => {
  test.setTimeout(240_000);
  await walkAll(clerkPaths, page, running);
});

test("a manager refunds a payment with few keys beside what is typed", async ({ as, console: running }) => {
  await walkAll(managerPaths, await as("manager"), running);
});
