import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import type { BuiltInRole } from "#lib/permissions.ts";

// A console of its own: a path must find the payment that it has taken.
test.use({ settings: { MERCHANT_NAME: "Keyboard Street Flowers" } });

const visa = "4000100011112224";

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
  role: BuiltInRole;
  /** The most keys it may take beside what is typed into fields. */
  most: number;
  from: string | ((console: RunningConsole, page: Page) => Promise<string>);
  walk: (keyboard: Keyboard, page: Page) => Promise<void>;
};

async function paymentPage(console: RunningConsole, amount: string): Promise<string> {
  const { body } = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount,
    invoice: `KEY-${amount}`,
    creditcard: { number: visa, expiration: "1249", cardholder: "Ada Okafor" },
    ignore_duplicate: true,
  });
  return `/transactions/${(body as { key: string }).key}`; // an approved payment has a key
}

/** Taken through the console, which finds it at once. */
const takeCard = async (page: Page, amount: string) =>
  expect(await chargeCard(page, { amount, number: visa, invoice: `KEY-${amount}` })).toHaveText(/^Approved/);

const approved = (page: Page) =>
  expect(page.getByRole("region", { name: "Result" })).toHaveText(/^Approved/, { timeout: 20_000 });
/** The actions of a payment are read again when its page opens. */
const actions = (page: Page) =>
  expect(page.getByRole("region", { name: "Actions" }).getByRole("button").first()).toBeEnabled();
const focused = (page: Page, label: string) =>
  expect(page.getByLabel(label, { exact: true }).first()).toBeFocused();
const dialog = (page: Page, name: RegExp) => expect(page.getByRole("dialog", { name })).toBeVisible();

const paths: readonly Path[] = [
  {
    name: "cash sale, ready for the next customer",
    role: "clerk",
    most: 5,
    from: "/charge",
    walk: async (keyboard, page) => {
      await focused(page, "Amount");
      await keyboard.press("Alt+3");
      await keyboard.type("9.40");
      await keyboard.press("Control+Enter");
      await approved(page);
      await keyboard.press("n");
      await focused(page, "Amount");
    },
  },
  {
    name: "the next cash sale",
    role: "clerk",
    most: 3,
    from: "/charge",
    walk: async (keyboard, page) => {
      await page.keyboard.press("Alt+3");
      await page.keyboard.type("8.10");
      await page.keyboard.press("Control+Enter");
      await approved(page);
      await page.keyboard.press("n");
      await focused(page, "Amount");
      await keyboard.type("9.50");
      await keyboard.press("Control+Enter");
      await approved(page);
      await keyboard.press("n");
      await focused(page, "Amount");
    },
  },
  {
    name: "card typed by hand",
    role: "clerk",
    most: 5,
    from: "/charge",
    walk: async (keyboard, page) => {
      await focused(page, "Amount");
      await keyboard.type("12.50");
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
    name: "check",
    role: "clerk",
    most: 7,
    from: "/charge",
    walk: async (keyboard, page) => {
      await focused(page, "Amount");
      await keyboard.press("Alt+2");
      await expect(page.getByLabel("Routing number", { exact: true })).toBeVisible();
      await keyboard.type("61.00");
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
    name: "repeat sale",
    role: "clerk",
    most: 3,
    from: (console) => paymentPage(console, "31.11"),
    walk: async (keyboard, page) => {
      await actions(page);
      await keyboard.press("a");
      await dialog(page, /^Repeat sale/);
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
  {
    name: "void",
    role: "clerk",
    most: 3,
    from: (console) => paymentPage(console, "32.11"),
    walk: async (keyboard, page) => {
      await actions(page);
      await keyboard.press("x");
      await dialog(page, /^Void/);
      await keyboard.press("Control+Enter");
      await approved(page);
    },
  },
  {
    name: "refund of the whole",
    role: "manager",
    most: 3,
    from: async (console) => {
      const path = await paymentPage(console, "33.11");
      await console.control("POST", "/batches/current/close");
      return path;
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
  {
    name: "a payment found by its invoice from anywhere",
    role: "clerk",
    most: 3,
    from: async (_console, page) => {
      await takeCard(page, "34.11");
      return "/attention";
    },
    walk: async (keyboard, page) => {
      await keyboard.press("Control+k");
      await keyboard.type("KEY-34.11");
      const found = page.getByRole("option", { name: /\$34\.11/ });
      await expect(found).toBeVisible();
      if ((await found.getAttribute("aria-selected")) !== "true") await keyboard.press("ArrowDown");
      await expect(found).toHaveAttribute("aria-selected", "true");
      await keyboard.press("Enter");
      await expect(page).toHaveURL(/\/transactions\/\w/);
    },
  },
  {
    name: "a search, its first row opened",
    role: "clerk",
    most: 8,
    from: async (_console, page) => {
      await takeCard(page, "35.11");
      return "/charge";
    },
    walk: async (keyboard, page) => {
      await keyboard.press("Escape", "g", "t");
      await expect(page.getByRole("combobox", { name: "Search transactions" })).toBeVisible();
      await keyboard.press("/");
      await keyboard.type("35.11");
      await keyboard.press("Enter");
      const rows = page.getByRole("table", { name: "Transactions found" }).locator("tbody").getByRole("row");
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText("35.11");
      await keyboard.press("Escape", "ArrowDown", "Enter");
      await expect(page).toHaveURL(/\/transactions\/\w/);
    },
  },
  {
    name: "the keys of a page",
    role: "clerk",
    most: 2,
    from: "/batches",
    walk: async (keyboard, page) => {
      await keyboard.press("Shift+?");
      await dialog(page, /^All keys/);
    },
  },
  {
    name: "the desk locked, and opened again",
    role: "clerk",
    most: 3,
    from: "/attention",
    walk: async (keyboard, page) => {
      await keyboard.press("Shift+L");
      await expect(page.getByRole("heading", { name: "Desk locked" })).toBeVisible();
      await focused(page, "Password");
      await keyboard.type(testPassword);
      await keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Desk locked" })).toHaveCount(0);
    },
  },
];

for (const { name, role, most, from, walk } of paths)
  test(`${name}: at most ${most} keys beside what is typed, without a mouse`, async ({
    as,
    console: running,
  }) => {
    const page = await as(role);
    await page.goto(typeof from === "string" ? from : await from(running, page));
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    const keyboard = new Keyboard(page);
    await walk(keyboard, page);
    console.info(
      `keys: ${String(keyboard.keys.length).padStart(2)} (at most ${most})  ${name}: ${keyboard.keys.join(" ")}`,
    );
    expect(keyboard.keys.length).toBeLessThanOrEqual(most);
  });

test("a person signs in by keyboard: two keys beside email and password", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await focused(page, "Email");
  const keyboard = new Keyboard(page);
  await keyboard.type("clerk@demo.test");
  await keyboard.press("Tab");
  await keyboard.type(testPassword);
  await keyboard.press("Enter");
  await expect(page).not.toHaveURL(/sign-in/);
  console.info(
    `keys: ${String(keyboard.keys.length).padStart(2)} (at most 2)  sign-in: ${keyboard.keys.join(" ")}`,
  );
  expect(keyboard.keys.length).toBeLessThanOrEqual(2);
});
