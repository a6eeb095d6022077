import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf } from "#e2e/support/pages/charge-card.ts";

/** The tracks of a test card as a reader sends them, with Enter at the end. */
const second = ";4000100011112224=30121010000056700000?";
const tracks = `%B4000100011112224^OKAFOR/ADA^30121010000000000000000567000000?${second}`;

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
  await expect(resultOf(page)).toHaveCount(0);
}

test("a swiped card fills in number, expiry and name on every layout, wherever the focus is, and nothing else", async ({
  as,
}) => {
  const page = await as("clerk");
  await page.goto("/charge");
  await ready(page);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const amount = field("Amount");
  const invoice = field("Invoice");
  const clear = async (...labels: string[]) => {
    for (const label of labels) await field(label).fill("");
  };

  for (const layout of Object.keys(layouts))
    await test.step(`on a ${layout} layout`, async () => {
      await amount.fill("12.50");
      await invoice.fill("A-17");
      await swipe(page, tracks, layout);
      await expectFilled(page);
      await expect(invoice).toHaveValue("A-17");
      await expect(amount).toHaveValue("12.50");
      await expect(field("Security code")).toBeFocused();
      await clear("Amount", "Card number", "Expires", "Name on card", "Invoice");
    });

  await test.step("by a reader set to track 2 alone, and by one that sends a third track", async () => {
    // lib/card-data/track.test.ts reads them; most signs are others on the French layout.
    for (const sent of [second, `${tracks};014000100011112224=00000000?`]) {
      await amount.fill("12.50");
      await swipe(page, sent, "French");
      await expect(field("Card number")).toHaveValue("4000 1000 1111 2224");
      await expect(field("Expires")).toHaveValue("12 / 30");
      await expect(amount).toHaveValue("12.50");
      await clear("Amount", "Card number", "Expires", "Name on card");
    }
  });

  await test.step("with the focus on the button, on a field or nowhere", async () => {
    for (const focus of [
      () =>
        page
          .getByRole("button", { name: /^Charge/ })
          .last()
          .focus(),
      () => amount.focus(),
      () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
      () => page.getByRole("tab", { name: "Cash" }).click(),
      () => field("Card number").focus(),
    ]) {
      await focus();
      await swipe(page, tracks);
      await expectFilled(page);
      await expect(amount).toHaveValue("");
      await clear("Card number", "Expires", "Name on card");
    }
  });

  await test.step("when the machine interrupts the reader within a track", async () => {
    await amount.fill("12.50");
    await swipe(page, ";40001000111", "US", { enter: false });
    // The pause is what is tested.
    await page.waitForTimeout(800);
    await swipe(page, "12224=30121010000056700000?");
    await expect(field("Card number")).toHaveValue("4000 1000 1111 2224");
    await expect(amount).toHaveValue("12.50");
    await clear("Card number", "Expires");
  });

  await test.step("not when it can't be read", async () => {
    await swipe(page, "%B4000100011112224^OKAFOR/ADA^3012101000?;4000100111112223=30121010000056700000?");
    await notice(page, "The card could not be read. Swipe it again.");
    await expect(field("Card number")).toHaveValue("");
  });

  await test.step("not when a person types its signs", async () => {
    await invoice.focus();
    await page.keyboard.type("5%Bo;4a", { delay: 30 });
    await expect(invoice).toHaveValue("5%Bo;4a");
  });

  await test.step("not on another page, which says where to swipe it", async () => {
    await page.goto("/transactions");
    await ready(page);
    const box = page.getByRole("combobox", { name: "Search transactions" });
    await box.focus();
    await swipe(page, tracks);
    await notice(page, "Card swiped: open Charge and swipe again.");
    await expect(box).toHaveValue("");
    await expect(page).toHaveURL(/\/transactions$/);
  });
});
