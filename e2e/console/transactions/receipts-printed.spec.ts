import type { Page } from "@playwright/test";
import { test as base, expect } from "#e2e/support/console.ts";
import { keepPrints, printsOf } from "#e2e/support/pages/prints.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import { openActions, openNextActions } from "#e2e/support/pages/transaction-page.ts";
import { type PdfPage, points, readPdf } from "#e2e/support/pdf.ts";

/** `blank` is a page, in which documents are printed one after the other. */
const test = base.extend<{ blank: Page }>({
  blank: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});

type Sheet = { paper: string; widthMm: number; heightMm?: number; marginMm: number; size: RegExp };

/** A roll is as long as its receipt. */
const sheets: readonly Sheet[] = [
  { paper: "58 mm", widthMm: 58, marginMm: 0, size: /size: 58mm (?!200)\d+mm/ },
  { paper: "80 mm", widthMm: 80, marginMm: 0, size: /size: 80mm (?!200)\d+mm/ },
  { paper: "Letter", widthMm: 215.9, heightMm: 279.4, marginMm: 12, size: /size: 215\.9mm 279\.4mm/ },
  { paper: "A4", widthMm: 210, heightMm: 297, marginMm: 12, size: /size: 210mm 297mm/ },
];

const documentOf = (page: Page) => page.locator('iframe[title="Print document"]');

/** The pages that the browser makes of a document; undefined where poppler is not installed. */
async function print(sheet: Page, document: string): Promise<PdfPage[] | undefined> {
  await sheet.setContent(document);
  return readPdf(await sheet.pdf({ preferCSSPageSize: true }));
}

/** Page box, text, nothing outside of the margins, and on a roll a single page without a blank tail. */
function expectPrinted(pages: readonly PdfPage[], sheet: Sheet, texts: readonly string[]): void {
  const { paper, widthMm, heightMm, marginMm } = sheet;
  const text = pages.flatMap(({ words }) => words.map((word) => word.text)).join(" ");
  for (const part of texts) expect(text, paper).toContain(part);
  if (!heightMm) expect(pages, paper).toHaveLength(1);
  const margin = points(marginMm) - 1;
  for (const { width, height, words } of pages) {
    expect(Math.abs(width - points(widthMm)), paper).toBeLessThan(2);
    if (heightMm) expect(Math.abs(height - points(heightMm)), paper).toBeLessThan(2);
    const outside = words.filter(
      ({ xMin, xMax, yMin, yMax }) =>
        xMin < margin || yMin < margin || xMax > width - margin || yMax > height - margin,
    );
    expect(outside, paper).toEqual([]);
    const last = Math.max(...words.map(({ yMax }) => yMax));
    if (!heightMm) expect(height - last, paper).toBeLessThan(points(20));
  }
}

/** Prints what the page shows now on each paper. */
async function expectOnEveryPaper(page: Page, blank: Page, texts: readonly string[]): Promise<void> {
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeEnabled();
  for (const sheet of sheets) {
    await page.getByText(sheet.paper, { exact: true }).click();
    await expect(documentOf(page)).toHaveAttribute("srcdoc", sheet.size);
    const pages = await print(blank, (await documentOf(page).getAttribute("srcdoc")) ?? "");
    test.skip(pages === undefined, "poppler is not installed");
    expectPrinted(pages ?? [], sheet, texts);
  }
}

const sale = {
  amount: "42.50",
  invoice: "10482",
  clerk: "Mira Castellanos",
  description: "Two filters and a seal, fitted on site",
  amount_detail: { subtotal: "30.00", tax: "4.00", tip: "8.50" },
};

test("a receipt fits every paper", async ({ as, console, blank }) => {
  test.slow(); // each is printed and read on four papers
  const page = await as("clerk");
  await keepPrints(page);
  const keyOf = async (fields: Record<string, unknown>) => {
    const { body } = await console.gateway("POST", "/transactions", fields);
    return (body as { key: string }).key; // an approved command has one
  };
  const key = await takePaymentAtGateway(console, sale);

  await test.step("a long one, a refund and a void fit every paper", async () => {
    const lineitems = Array.from({ length: 40 }, (_, place) => ({
      name: `Arrangement ${place + 1} of peonies, ranunculus and eucalyptus`,
      qty: "2",
      cost: "3.10",
    }));
    const long = await takePaymentAtGateway(console, { amount: "248.00", lineitems });
    const voided = await takePaymentAtGateway(console, { amount: "17.35" });
    await keyOf({ command: "void", trankey: voided });
    await console.closeBatch();
    const refund = await keyOf({ command: "refund", trankey: key, amount: "12.20" });
    await openActions(page, long);
    await expectOnEveryPaper(page, blank, [
      ...["248.00", "Arrangement 1 of", "Arrangement 40 of", "eucalyptus", "2224"],
    ]);
    for (const [shown, amount] of [
      [refund, "12.20"],
      [voided, "17.35"],
    ] as const) {
      await openNextActions(page, console, shown);
      await expectOnEveryPaper(page, blank, [amount, "2224"]);
    }
  });

  const button = page.getByRole("button", { name: "Print", exact: true });
  const settings = page.getByRole("dialog", { name: "Printing on this workstation" });

  await test.step("of a sale, the customer's and the merchant's copy fit every paper", async () => {
    await openNextActions(page, console, key);
    await expect(button).toBeEnabled();
    await page.getByRole("button", { name: "Print settings" }).click();
    await settings.getByText("Both", { exact: true }).click();
    await settings.getByRole("checkbox", { name: "Tip and total lines" }).check();
    await page.keyboard.press("Escape");
    const texts = ["42.50", "30.00", "8.50", "10482", "2224", "Two filters and a seal"];
    for (const [place, sheet] of sheets.entries()) {
      await page.getByText(sheet.paper, { exact: true }).click();
      await expect(documentOf(page)).toHaveAttribute("srcdoc", sheet.size);
      await button.click();
      await expect.poll(async () => (await printsOf(page)).length).toBe(2 * (place + 1));
      const [customers = "", merchants = ""] = (await printsOf(page)).slice(-2);
      for (const [document, own] of [
        [customers, ["CUSTOMER COPY"]],
        [merchants, ["MERCHANT COPY", "Signature"]],
      ] as const) {
        const pages = await print(blank, document);
        test.skip(pages === undefined, "poppler is not installed");
        expectPrinted(pages ?? [], sheet, [...texts, ...own]);
      }
    }
  });

  await test.step("the merchant's own templates fit every paper, also one that is wider than a roll", async () => {
    const templates = {
      garden: "<h1>{{merchant}}</h1><p>Total {{amount}}</p><p>{{card}}</p><p>Invoice {{invoice}}</p>",
      table:
        '<table style="width: 900px"><tr><td>Total</td><td style="width: 500px">{{amount}}</td><td>{{card}}</td></tr><tr><td>Invoice</td><td>{{invoice}}</td><td>{{description}}</td></tr></table>',
    };
    for (const [id, html] of Object.entries(templates)) {
      await console.control("POST", "/receipts", { id, html });
      await page.getByRole("button", { name: "Print settings" }).click();
      await settings.getByText("Customer", { exact: true }).click();
      await settings.getByLabel("Template").fill(id);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      // The document of the template before may still be there for a moment.
      const own = page.locator(id === "table" ? '[srcdoc*="<table"]' : '[srcdoc*="<h1"]');
      await expect(documentOf(page).and(own)).toHaveCount(1);
      await expect(documentOf(page)).toHaveCount(1);
      await expect(documentOf(page)).not.toHaveAttribute("srcdoc", /Credit Card Sale/);
      await expectOnEveryPaper(page, blank, ["42.50", "10482", "2224"]);
    }
  });
});
