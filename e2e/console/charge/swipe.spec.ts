import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";

/** The tracks of a test card as a reader sends them, with Enter at the end. */
const tracks =
  "%B4000100011112224^OKAFOR/ADA^30121010000000000000000567000000?;4000100011112224=30121010000056700000?";

/** What a key of a US keyboard types on other layouts, where it differs. */
const layouts: Record<string, Record<string, string>> = {
  US: {},
  German: { "^": "&", "/": "-", ";": "ö", "=": "´", "?": "_", y: "z", Y: "Z" },
  Spanish: { "^": "&", "/": "-", ";": "ñ", "=": "¡", "?": "_" },
  French: {
    ...Object.fromEntries([..."0123456789"].map((digit, place) => [digit, "à&é\"'(-è_ç"[place] ?? ""])),
    "%": "5",
    "^": "6",
    "/": "!",
    ";": "m",
    "=": "=",
    "?": "§",
    A: "Q",
  },
};

const codes: Record<string, string> = {
  "%": "Digit5",
  "^": "Digit6",
  "/": "Slash",
  "?": "Slash",
  ";": "Semicolon",
  "=": "Equal",
  " ": "Space",
};

/**
 * Types as a reader that imitates a US keyboard does: all keys at once, as the browser gets them from the system, with the
 * times at which the reader sent them, however late they come.
 */
async function swipe(page: Page, text: string, layout = "US", { enter = true } = {}) {
  const client = await page.context().newCDPSession(page);
  const began = Date.now();
  const strokes = [...text].map((sign) => ({
    key: layouts[layout]?.[sign] ?? sign,
    code: codes[sign] ?? (/\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`),
    modifiers: /[%^?A-Z]/.test(sign) ? 8 : 0,
  }));
  await Promise.all(
    [...strokes, ...(enter ? [{ key: "Enter", code: "Enter", modifiers: 0 }] : [])].flatMap(
      ({ key, ...rest }, place) => {
        const text = key === "Enter" ? "\r" : key;
        const stroke = { key, ...rest, timestamp: (began + 4 * place) / 1000 };
        return [
          client.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...stroke }),
          client.send("Input.dispatchKeyEvent", { type: "keyUp", ...stroke }),
        ];
      },
    ),
  );
}

const ready = (page: Page) => expect(page.locator("html[data-card-input]")).toBeAttached();
const notice = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notices" }).getByText(text).first()).toBeVisible();

async function expectFilled(page: Page) {
  await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("4000 1000 1111 2224");
  await expect(page.getByLabel("Expires", { exact: true })).toHaveValue("12 / 30");
  await expect(page.getByLabel("Name on card", { exact: true })).toHaveValue("ADA OKAFOR");
  await expect(page).toHaveURL(/\/charge$/);
  await expect(page.getByRole("region", { name: "Result" })).toHaveCount(0);
}

for (const layout of Object.keys(layouts))
  test(`a card swiped on a ${layout} layout fills in number, expiry and name wherever the focus is`, async ({
    as,
  }) => {
    const page = await as("clerk");
    await page.goto("/charge");
    await ready(page);
    const amount = page.getByLabel("Amount", { exact: true });
    await amount.fill("12.50");
    await page.getByLabel("Invoice", { exact: true }).fill("A-17");
    await swipe(page, tracks, layout);
    await expectFilled(page);
    await expect(page.getByLabel("Invoice", { exact: true })).toHaveValue("A-17");
    await expect(amount).toHaveValue("12.50");
    await expect(page.getByLabel("Security code", { exact: true })).toBeFocused();

    // A reader set to track 2 alone, and one that sends a third track.
    const second = ";4000100011112224=30121010000056700000?";
    for (const others of [second, `${tracks};014000100011112224=00000000?`]) {
      for (const label of ["Card number", "Expires", "Name on card"])
        await page.getByLabel(label, { exact: true }).fill("");
      await amount.focus();
      await swipe(page, others, layout);
      await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("4000 1000 1111 2224");
      await expect(page.getByLabel("Expires", { exact: true })).toHaveValue("12 / 30");
      await expect(amount).toHaveValue("12.50");
    }
  });

test("a swipe with the focus on the button, on the amount or nowhere sends nothing and lands in no other field", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await ready(page);
  const amount = page.getByLabel("Amount", { exact: true });
  for (const focus of [
    () =>
      page
        .getByRole("button", { name: /^Charge/ })
        .last()
        .focus(),
    () => amount.focus(),
    () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
    () => page.getByRole("tab", { name: "Cash" }).click(),
    () => page.getByLabel("Card number", { exact: true }).focus(),
  ]) {
    await focus();
    await swipe(page, tracks);
    await expectFilled(page);
    await expect(amount).toHaveValue("");
    await page.getByLabel("Card number", { exact: true }).fill("");
    await page.getByLabel("Expires", { exact: true }).fill("");
    await page.getByLabel("Name on card", { exact: true }).fill("");
  }
});

test("a swipe that the machine interrupts within a track is read whole", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await ready(page);
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("12.50");
  await swipe(page, ";40001000111", "US", { enter: false });
  // The pause is what is tested.
  await page.waitForTimeout(800);
  await swipe(page, "12224=30121010000056700000?");
  await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("4000 1000 1111 2224");
  await expect(amount).toHaveValue("12.50");
});

test("a card swiped on another page is dropped, and the page says where to swipe it", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/transactions");
  await ready(page);
  const box = page.getByRole("combobox", { name: "Search transactions" });
  await box.focus();
  await swipe(page, tracks);
  await notice(page, "Card swiped: open Charge and swipe again.");
  await expect(box).toHaveValue("");
  await expect(page).toHaveURL(/\/transactions$/);
});

test("a swipe that can't be read fills in nothing", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await ready(page);
  await swipe(page, "%B4000100011112224^OKAFOR/ADA^3012101000?;4000100111112223=30121010000056700000?");
  await notice(page, "The card could not be read. Swipe it again.");
  await expect(page.getByLabel("Card number", { exact: true })).toHaveValue("");
});

test("percent signs and semicolons that a person types stay what was typed", async ({ as }) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await ready(page);
  const invoice = page.getByLabel("Invoice", { exact: true });
  await invoice.focus();
  await page.keyboard.type("5%Bo;4a", { delay: 30 });
  await expect(invoice).toHaveValue("5%Bo;4a");
});
