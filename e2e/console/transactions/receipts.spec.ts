import { createRequire } from "node:module";
import type { Request } from "@playwright/test";
import type DOMPurify from "dompurify";
import { toReceiptDocument } from "#components/receipts/receipt-document.ts";
import { receiptRules } from "#components/receipts/sanitize-receipt.ts";
import { expect, test } from "#e2e/support/console.ts";
import { chargeShownForm, visa } from "#e2e/support/pages/charge-card.ts";
import { openFromMenu } from "#e2e/support/pages/open-from-menu.ts";
import { keepPrints, printsOf } from "#e2e/support/pages/prints.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { openActions, openNextActions } from "#e2e/support/pages/transaction-page.ts";

test("the receipt is shown in a sandboxed frame, printed alone at the paper's width, again as a copy on the same paper, and emailed; one with a full card number is not", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  const print = page.getByRole("button", { name: "Print", exact: true });
  const shown = page.locator('iframe[title="Receipt"]');
  const printed = page.locator('iframe[title="Print document"]');

  await test.step("a receipt that contains a full card number is not shown, sent to the browser or printed", async () => {
    // Not one of the cards that the sweep looks for: the sandbox keeps descriptions as they come.
    const description = "card 4761 7366 6666 6664";
    const key = await takePaymentAtGateway(console, { amount: "42.50", description });
    const answered = page.waitForResponse((response) => response.url().includes("/receipt"));
    await openActions(page, key);
    const panel = page.getByRole("complementary", { name: "Receipt panel" });
    await expect(panel.getByText(/contains a full card number, so it is not shown or printed/)).toBeVisible();
    await expect(panel.getByRole("button", { name: "Print", exact: true })).toBeDisabled();
    await expect(shown).toHaveCount(0);
    // The answer has the sentence in place of the receipt.
    expect(await (await answered).json()).toEqual({ kind: "unavailable", message: expect.any(String) });
  });

  await test.step("the receipt is shown in a sandboxed frame, and printed alone at the paper's width", async () => {
    const fields = { amount: "42.50", invoice: "10482", email: "first@example.com" };
    await openNextActions(page, console, await takePaymentAtGateway(console, fields));
    await expect(shown).toHaveAttribute("sandbox", "");
    const receipt = page.frameLocator('iframe[title="Receipt"]');
    await expect(receipt.getByText("42.50").first()).toBeVisible();
    await expect(receipt.getByText(/x+ ?2224/)).toBeVisible();
    await expect(printed).not.toHaveAttribute("sandbox", /allow-scripts/);
    await expect(printed).toHaveAttribute("srcdoc", /@page \{ size: 80mm \d+mm; margin: 0mm; \}/);
    await page.getByText("58 mm", { exact: true }).click();
    await expect(printed).toHaveAttribute("srcdoc", /@page \{ size: 58mm \d+mm; margin: 0mm; \}/);
    await page.getByText("Letter", { exact: true }).click();
    await expect(printed).toHaveAttribute("srcdoc", /@page \{ size: 215\.9mm 279\.4mm; margin: 12mm; \}/);
    await page.getByText("80 mm", { exact: true }).click();
    await page.keyboard.press("Control+p");
    await expect(page.getByText(/Printed once at .* marked COPY 2/)).toBeVisible();
    const first = await printed.getAttribute("srcdoc");
    expect(first).toContain("42.50");
    expect(first).toMatch(/x+ ?2224/);
    expect(first).not.toContain("400010001111");
    expect(first).not.toContain(">COPY");
  });

  await test.step("the workstation remembers its paper, and the receipt is emailed to the typed address, which the page says", async () => {
    await page.getByRole("radio", { name: "A4" }).check();
    await page.reload();
    await expect(page.getByText(/Printed once/)).toBeVisible();
    await expect(page.getByRole("radio", { name: "A4" })).toBeChecked();
    await expect(printed).toHaveAttribute("srcdoc", /size: 210mm 297mm/);
    await expect(page.getByRole("button", { name: "Email", exact: true })).toBeEnabled();
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Email the receipt" });
    await expect(dialog.getByLabel("Email", { exact: true })).toHaveValue("first@example.com");
    await dialog.getByLabel("Email", { exact: true }).fill("not-an-address");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(
      /Enter an email address/,
    );
    await dialog.getByLabel("Email", { exact: true }).fill("sofia.marchetti@example.com");
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText(/Emailed to sofia\.marchetti@example\.com at/)).toBeVisible();
    expect(JSON.stringify(await console.control("GET", "/mail"))).toContain("sofia.marchetti@example.com");
  });

  await test.step("a reprint shows its copy number, also after a reload, on the same paper", async () => {
    await expect(print).toBeEnabled();
    await page.keyboard.press("p");
    await expect(page.getByText(/Printed twice since .* marked COPY 3/)).toBeVisible();
    await expect(printed).toHaveAttribute("srcdoc", />COPY 2</);
    await expect(printed).toHaveAttribute("srcdoc", /size: 210mm 297mm/);
  });

  await test.step("keys go to the page after printing, not to the hidden frame", async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Find" })).toBeVisible();
  });
});

test("a hostile receipt runs nothing and loads nothing", async ({ page }) => {
  const hostile = [
    '<html><head><link rel="stylesheet" href="http://evil.test/a.css"><base href="http://evil.test/">',
    "<style>p { color: #222; background: url(http://evil.test/b.png) } @import 'http://evil.test/c.css';</style></head>",
    "<body onload=\"parent.document.title = 'taken'\"><p>Total 42.50</p>",
    "<script>parent.document.title = 'taken'</script>",
    "<img alt='' src=\"http://evil.test/d.png\" onerror=\"parent.document.title = 'taken'\">",
    '<img alt="Logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    '<a href="javascript:alert(1)">Terms</a><form action="http://evil.test/"><input name="card"></form>',
    '<iframe src="http://evil.test/"></iframe><svg><script>alert(1)</script></svg></body></html>',
  ].join("");
  const asked: Request[] = [];
  page.on("request", (request) => asked.push(request));
  // A page without a CSP, so that only the receipt's policy applies.
  await page.goto("about:blank");
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("dompurify/dist/purify.min.js") });
  const clean = await page.evaluate(
    ([html, rules]) => (window as unknown as { DOMPurify: typeof DOMPurify }).DOMPurify.sanitize(html, rules), // the script's global
    [hostile, receiptRules] as const,
  );
  const shown = toReceiptDocument(clean, { paper: "80mm" });
  expect(shown).not.toMatch(/<script|onerror|onload|javascript:|<iframe|<form|<link|<base/i);
  await page.evaluate((srcdoc) => {
    const frame = document.createElement("iframe");
    frame.title = "Receipt";
    frame.setAttribute("sandbox", "");
    frame.srcdoc = srcdoc;
    document.body.append(frame);
  }, shown);
  const receipt = page.frameLocator('iframe[title="Receipt"]');
  await expect(receipt.getByText("Total 42.50")).toBeVisible();
  await expect(receipt.getByText("Terms")).not.toHaveAttribute("href");
  await expect(receipt.getByAltText("Logo")).toHaveAttribute("src", /^data:image/);
  // The browser reports what it blocked: no request left it.
  const foreign = asked.filter((request) => request.url().includes("evil"));
  for (const request of foreign) await expect.poll(() => request.failure()?.errorText).toBe("csp");
  expect(await page.title()).not.toContain("taken");
});

test("a workstation prints both copies, the merchant's with lines to sign, and prints after a sale when set to", async ({
  as,
  console,
}) => {
  const page = await as("clerk");
  await keepPrints(page);
  const printed = () => printsOf(page);
  await page.goto(`/transactions/${await takePaymentAtGateway(console, { amount: "42.50" })}`);
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeEnabled();
  await page.getByRole("button", { name: "Print settings" }).click();
  const settings = page.getByRole("dialog", { name: "Printing on this workstation" });
  await settings.getByText("Both", { exact: true }).click();
  await settings.getByRole("checkbox", { name: "Tip and total lines" }).check();
  await settings.getByRole("checkbox", { name: "Print after every approved payment" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await expect(page.getByText(/Printed once/)).toBeVisible();
  const [customers = "", merchants = "", ...more] = await printed();
  expect(more).toEqual([]);
  expect(customers).toContain("CUSTOMER COPY");
  expect(customers).not.toContain("<span>Signature");
  expect(merchants).toContain("MERCHANT COPY");
  for (const line of ["Tip", "Total", "Signature"]) expect(merchants).toContain(`<span>${line}</span>`);

  await openFromMenu(page, "Charge");
  await expect(await chargeShownForm(page, { amount: "12.34", number: visa })).toHaveText(/^Approved/);
  await expect.poll(async () => (await printed()).length).toBe(4);
  await expect(page.getByText(/^Printed once/)).toBeVisible();
  await page.reload();
  await expect(page.getByText("On this station's paper")).toBeVisible();
  expect(await printed()).toHaveLength(4);
});
