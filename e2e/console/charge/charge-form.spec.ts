import type { Page } from "@playwright/test";
import { earlyKeys } from "#components/layout/shortcuts/early-keys.ts";
import { expect, test } from "#e2e/support/console.ts";
import { resultOf, visa } from "#e2e/support/pages/charge-card.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";

const pay = (page: Page) => page.getByRole("button", { name: /^(Charge|Authorize)( \$|$)/ });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openForm(page: Page, tender: "Card" | "Check" | "Cash" = "Card") {
  await page.goto("/charge");
  const tab = page.getByRole("tab", { name: tender, exact: true });
  await tab.click();
}

const decimalPoint = "Use a decimal point for cents: 12.50, or 1,250.00 for thousands.";

test("an amount is accepted as typed or rejected at its field, and no digit is a shortcut", async ({
  as,
}) => {
  const page = await as("clerk");
  await openForm(page, "Cash");
  const amount = field(page, "Amount");
  const isCash = () =>
    expect(page.getByRole("tab", { name: "Cash", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(amount).toBeFocused();

  await test.step("none becomes another amount, typed or pasted", async () => {
    // lib/format/amount-text.test.ts has every rule.
    const refused = [
      ["typed", "12,50", decimalPoint],
      ["typed", "1e3", "Enter an amount such as 12.50"],
      ["pasted", "12.345", "Use two digits for cents at most"],
      ["pasted", "１２.５０", "Enter an amount such as 12.50"],
    ] as const;
    for (const [way, text, reason] of refused) {
      await amount.fill(way === "pasted" ? text : "");
      if (way === "typed") await amount.pressSequentially(text);
      await expect(pay(page)).toHaveAccessibleName("Charge");
      await page.keyboard.press("Control+Enter");
      await expect(amount).toBeFocused();
      await expect(amount).toHaveAccessibleDescription(new RegExp(reason.slice(0, 24)));
      await expect(amount).toHaveValue(text);
      await expect(resultOf(page)).toHaveCount(0);
    }
    await amount.fill("");
    await amount.pressSequentially("$1,234.5");
    await expect(pay(page)).toHaveAccessibleName("Charge $1,234.50");
    await page.keyboard.press("Tab");
    await expect(amount).toHaveValue("1234.50");
    await field(page, "Cash received").fill("1.300,00");
    await pay(page).click();
    await expect(field(page, "Cash received")).toBeFocused();
    await field(page, "Cash received").fill("1,300");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await expect(resultOf(page)).toContainText("$1,234.50");
  });

  await test.step("the last tender is kept for the next customer, and a click on a tender focuses the next field", async () => {
    await page.getByRole("button", { name: "Next customer" }).click();
    await isCash();
    await expect(amount).toBeFocused();
    await page.keyboard.type("6.10");
    await page.getByRole("tab", { name: "Cash", exact: true }).click();
    await expect(field(page, "Cash received")).toBeFocused();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(amount).toHaveValue("");
  });

  await test.step("Alt and a digit choose the tender, and a digit outside the fields goes to the amount", async () => {
    const card = page.getByRole("tab", { name: "Card", exact: true });
    await card.click();
    await expect(card).toHaveAttribute("aria-selected", "true");
    await expect(amount).toBeFocused();
    await page.keyboard.type("9");
    await page.keyboard.press("Alt+3");
    await isCash();
    await page.keyboard.type("2.50");
    await expect(pay(page)).toHaveAccessibleName("Charge $92.50");

    await amount.fill("");
    await page.keyboard.press("Escape");
    await expect(amount).not.toBeFocused();
    await page.keyboard.type("92.50", { delay: 20 });
    await expect(amount).toHaveValue("92.50");
    await isCash();
  });
});

test("an amount typed while the page loads on a slow machine or line is complete", async ({ as }) => {
  const page = await as("clerk");
  const devtools = await page.context().newCDPSession(page);
  const typeAtFirstPaint = async () => {
    await page.goto("/charge", { waitUntil: "commit" });
    // A browser takes no keys before it has painted.
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    await page.keyboard.type("12.34", { delay: 60 });
    await page.keyboard.press("Enter");
    await page.keyboard.type(visa, { delay: 10 });
    await expect(pay(page)).toHaveAccessibleName("Charge $12.34");
    await expect(field(page, "Amount")).toHaveValue("12.34");
    await expect(field(page, "Card number")).toHaveValue("4000 1000 1111 2224");
  };
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await typeAtFirstPaint();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  for (const latency of [30, 250]) {
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await typeAtFirstPaint();
  }
});

test("keys pressed while the form is still hidden, or arrives in pieces, go into its fields", async ({
  page,
}) => {
  await test.step("a streamed form that is hidden", async () => {
    const form = `<form data-starting><input aria-label="Amount" data-autofocus><input aria-label="Card number"></form>`;
    await page.setContent(`<p>Loading</p><script>${earlyKeys}</script><div hidden id="part">${form}</div>`);
    await page.keyboard.type("12.34");
    await page.keyboard.press("Enter");
    await page.keyboard.type("4000");
    await page.evaluate(() => document.body.append(document.querySelector("form") ?? ""));
    await expect(field(page, "Card number")).toBeFocused();
    await page.keyboard.type("10");
    await expect(field(page, "Amount")).toHaveValue("12.34");
    await expect(field(page, "Card number")).toHaveValue("400010");
  });

  await test.step("a form in pieces", async () => {
    await page.goto("about:blank");
    const write = (html: string) => page.evaluate((piece) => document.write(piece), html);
    await page.evaluate(() => void document.open());
    await write(`<script>${earlyKeys}</script><p>Loading</p>`);
    await page.keyboard.type("1");
    await write("<main><form data-starting>");
    await page.keyboard.type("2.3");
    await write(`<input aria-label="Amount" data-autofocus>`);
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await page.keyboard.type("40");
    await write(`<input aria-label="Card number"></form></main><p>`);
    await expect(field(page, "Card number")).toBeFocused();
    await page.keyboard.type("00");
    await page.evaluate(() => document.close());
    await expect(field(page, "Amount")).toHaveValue("12.34");
    await expect(field(page, "Card number")).toHaveValue("4000");
  });
});

test("an amount typed right after a click on Charge, after G C, or after G C and Alt 3 on a slow machine, is complete", async ({
  as,
}) => {
  const page = await as("clerk");
  const devtools = await page.context().newCDPSession(page);
  await page.goto("/transactions");
  for (const go of ["click", "keys"] as const) {
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    if (go === "click") {
      const link = page.getByRole("link", { name: /^Charge/ });
      await link.click({ noWaitAfter: true });
    } else {
      await page.keyboard.type("gc", { delay: 60 });
      await page.keyboard.press("Alt+3");
    }
    await page.keyboard.type("845.67", { delay: 60 });
    await expect(pay(page)).toHaveAccessibleName("Charge $845.67");
    const tender = go === "click" ? "Card" : "Cash";
    await expect(page.getByRole("tab", { name: tender, exact: true })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("link", { name: "Transactions" }).click();
    await expect(page).toHaveURL(/\/transactions$/);
  }
  // The code of Charge isn't loaded here.
  await page.goto("/batches/current");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  await page.keyboard.type("gc56.78", { delay: 60 });
  await expect(pay(page)).toHaveAccessibleName("Charge $56.78");
});

test("the form keeps its Charge button in reach, accepts pasted digits, and asks before what was typed is lost", async ({
  as,
}) => {
  const page = await as("clerk");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await openForm(page);

  await test.step("the Charge button is visible on every screen and never covers the focused field", async () => {
    const sizes = [
      { width: 1280, height: 720 },
      { width: 768, height: 1024 },
      { width: 375, height: 667 },
    ];
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const label of ["Amount", "Card number"]) await field(page, label).fill("");
      await expect(pay(page)).toBeInViewport({ ratio: 1 });
      await field(page, "Amount").fill("1234.50");
      await field(page, "Card number").fill("5555444433332226");
      await expect(pay(page)).toBeInViewport({ ratio: 1 });
      for (const label of ["Expires", "Postal code", "Invoice", "Amount"]) {
        await field(page, label).focus();
        const bar = await pay(page).boundingBox();
        const box = await field(page, label).boundingBox();
        expect(box && bar && box.y + box.height, `${label} at ${size.width}`).toBeLessThan(bar?.y ?? 0);
      }
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(field(page, "Amount")).toHaveValue("");
  });

  await test.step("a click on Charge counts although the field just left is invalid", async () => {
    await field(page, "Card number").fill(visa);
    await field(page, "Expires").fill("12/49");
    await field(page, "Security code").pressSequentially("12");
    const button = pay(page);
    const before = await button.boundingBox();
    await button.hover();
    await page.mouse.down();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await button.boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect(field(page, "Amount")).toBeFocused();
    await expect(field(page, "Amount")).toHaveAccessibleDescription(/Enter the amount/);
    await expect(field(page, "Security code")).toHaveAccessibleDescription(/Three digits/);
    await page.getByRole("button", { name: "Clear" }).click();
  });

  await test.step("pasted card and account numbers and expiry dates are understood, or refused at their field", async () => {
    // lib/charge/form.test.ts and lib/forms/digits.test.ts have every rule.
    await field(page, "Expires").pressSequentially("12/2049");
    await expect(field(page, "Expires")).toHaveValue("12 / 49");
    for (const [label, pasted, shown] of [
      ["Card number", "４０００ 1000-1111 2224", "4000 1000 1111 2224"],
      ["Security code", "１２３", "123"],
      ["Expires", " １２-2028 ", "12 / 28"],
    ] as const) {
      await field(page, label).fill(pasted);
      await expect(field(page, label)).toHaveValue(shown);
    }
    for (const [label, pasted, shown, reason] of [
      ["Card number", "4000 1000 1111 2224x", "4000 1000 1111 2224x", /isn't a valid card number/],
      ["Expires", "12/1949", "12 / 1949", /month and year/],
      ["Expires", "04/91", "04 / 91", /too far ahead/],
    ] as const) {
      await field(page, label).fill(pasted);
      await expect(field(page, label)).toHaveValue(shown);
      await field(page, label).blur();
      await expect(field(page, label)).toHaveAccessibleDescription(reason);
    }

    await page.getByRole("tab", { name: "Check", exact: true }).click();
    await field(page, "Amount").fill("71.00");
    await field(page, "Name on account").fill("Ada Okafor");
    await field(page, "Account number").fill("1017-8199 22");
    await field(page, "Routing number").fill("123456789");
    await pay(page).click();
    await expect(field(page, "Routing number")).toBeFocused();
    await expect(field(page, "Routing number")).toHaveAccessibleDescription(/compare it with the check/);
    await field(page, "Routing number").fill(" 987 654 320 ");
    await expect(field(page, "Routing number")).toHaveValue("987654320");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await expect(resultOf(page)).toContainText("Checking account ending 9922");
    await page.getByRole("button", { name: "Next customer" }).click();
  });

  await test.step("loading or closing the page asks first while something is typed, and not on an empty form", async () => {
    const mayLeave = () =>
      page.evaluate(() => window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await expect(field(page, "Amount")).toHaveValue("");
    expect(await mayLeave()).toBe(true);

    await field(page, "Amount").fill("58.20");
    expect(await mayLeave()).toBe(false);
    expect(asked).toEqual([]);
    await page.evaluate(() => window.location.reload());
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await expect(field(page, "Amount")).toHaveValue("58.20");
  });
});

test("a draft keeps what was typed, except the card, for its user until it is cleared, paid or signed out", async ({
  page,
  console,
}) => {
  test.setTimeout(180_000);
  page.on("dialog", (dialog) => dialog.accept());
  const note = page.getByText("Card details are not kept. Enter them again.");
  const isKeptWithoutCard = async () => {
    await expect(field(page, "Amount")).toHaveValue("58.20");
    await expect(field(page, "Name on card")).toHaveValue("Ada Okafor");
    await expect(field(page, "Invoice")).toHaveValue("10482");
    for (const label of ["Card number", "Expires", "Security code"])
      await expect(field(page, label)).toHaveValue("");
  };
  const isEmpty = async () => {
    for (const label of ["Amount", "Invoice"]) await expect(field(page, label)).toHaveValue("");
  };
  const leave = async () => {
    await page.getByRole("link", { name: /^Batches/ }).click();
    await expect(page).toHaveURL(/\/batches$/);
  };
  const leaveAndReturn = async () => {
    await leave();
    await page.getByRole("link", { name: /^Charge/ }).click();
  };
  const openSignedIn = async (role: "clerk" | "manager") => {
    await signInWithoutPage(page.context(), console.origin, role);
    await page.goto("/charge");
    await expect(page.getByRole("button", { name: "Sign out" })).toBeEnabled();
  };
  await openSignedIn("clerk");

  await test.step("a form that is left, until it is cleared", async () => {
    await page.getByRole("tab", { name: "Card", exact: true }).click();
    await fillDraft(page);
    await leave();
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(stored).toContain("58.20");
    expect(stored).not.toContain(visa);
    expect(stored).not.toMatch(/"987\\*"/);
    await page.getByRole("link", { name: /^Charge/ }).click();
    await isKeptWithoutCard();
    await page.getByRole("button", { name: "Clear" }).click();
    await isEmpty();
    await leaveAndReturn();
    await isEmpty();
  });

  await test.step("a reload, which says so once; what is typed after it replaces the amount", async () => {
    await fillDraft(page);
    await page.reload();
    await isKeptWithoutCard();
    await expect(note).toBeVisible();
    await page.keyboard.type("5");
    await expect(pay(page)).toHaveAccessibleName("Charge $5.00");
    await field(page, "Amount").fill("58.20");
    await leaveAndReturn();
    await isKeptWithoutCard();
    await expect(note).toHaveCount(0);
  });

  await test.step("not for another user", async () => {
    await leave();
    await page.context().clearCookies();
    await openSignedIn("manager");
    await isEmpty();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("58.20");
  });

  await test.step("not after a payment", async () => {
    await page.getByRole("tab", { name: "Cash", exact: true }).click();
    await fillDraft(page, "Cash");
    await pay(page).click();
    await expect(resultOf(page)).toHaveText(/^Approved/);
    await leaveAndReturn();
    await isEmpty();
  });

  await test.step("not after signing out", async () => {
    await page.getByRole("tab", { name: "Card", exact: true }).click();
    await fillDraft(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await openSignedIn("manager");
    await isEmpty();
  });
});

async function fillDraft(page: Page, tender: "Card" | "Cash" = "Card") {
  await field(page, "Amount").fill("58.20");
  await field(page, "Invoice").fill("10482");
  if (tender === "Cash") return;
  await field(page, "Card number").fill(visa);
  await field(page, "Expires").fill("12/49");
  await field(page, "Security code").fill("987");
  await field(page, "Name on card").fill("Ada Okafor");
}
