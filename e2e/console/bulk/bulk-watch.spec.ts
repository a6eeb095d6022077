// biome-ignore-all lint/suspicious/noThenProperty: the word of the control plane; it is never a function
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import { expectRowVisible, readRows } from "#e2e/support/pages/expect-row-visible.ts";
import { lookupNow } from "#e2e/support/pages/lookup-now.ts";
import { takePaymentAtGateway } from "#e2e/support/pages/take-payment-at-gateway.ts";
import type { RunningConsole } from "#e2e/support/running-console.ts";
import { type BulkGroup, bulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";

/** Approved, declined, an error, approved only after five seconds. */
const cards = {
  good: visa,
  declined: "4000300011112220",
  wrong: "4000100011112225",
  slow: "4000000011112226",
};

const columns = "command,ccnum,ccexp,amount,orderid,cardholder,trankey";
const saleOf = (number: string, amount: string, orderid: string) =>
  `sale,${number},1249,${amount},${orderid},Harper Nolan,`;

/** Rows of this amount wait for their issuer until the rule is gone and the gateway starts again. */
const heldAmount = "2.00";
const holdRows = (console: RunningConsole) =>
  console.control("PUT", "/rules", [{ match: { amount: heldAmount }, then: { delayMs: 600_000 } }]);

// A group may still run when its test is over.
test.afterEach(({ console }) => console.control("POST", "/reset"));

async function groupOf(console: RunningConsole, key: string): Promise<BulkGroup> {
  const { body } = await console.gateway("GET", `/bulk_transactions/${key}`);
  return bulkGroup.parse(body);
}
const statusOf = async (console: RunningConsole, key: string) => (await groupOf(console, key)).status;
const longTime = { timeout: 90_000 };

/** Adds a file to the console's store as if it had been validated in the browser. */
async function addFile(
  console: RunningConsole,
  change: (people: Map<string, string>) => Parameters<typeof fileRow>[0],
) {
  return console.inStore(async (store) => {
    const people = await store.selectFrom("users").select(["email", "id"]).execute();
    const row = fileRow(change(new Map(people.map(({ email, id }) => [email.split("@")[0] ?? "", id]))));
    await store.insertInto("bulk_files").values(row).execute();
    return row;
  });
}

const progress = (page: Page) => page.getByRole("region", { name: "Progress" });
const results = (page: Page) => page.getByRole("table", { name: "Results" });

test("a manager pauses and resumes a group; it shows the gateway's state and runs on without an open tab", async ({
  as,
  console,
}) => {
  test.setTimeout(240_000);
  await holdRows(console);
  const rows = Array.from({ length: 60 }, (_, i) =>
    i < 30 ? saleOf(cards.slow, "1.50", `slow-${i}`) : saleOf(cards.good, heldAmount, `held-${i}`),
  );
  const key = await console.uploadBulk("slow-subscriptions.csv", [columns, ...rows].join("\n"));
  const page = await as("manager");
  await page.goto("/bulk");
  const now = page.getByRole("region", { name: "Running now" });
  await expect(now).toContainText("slow-subscriptions.csv");
  await now.getByRole("link", { name: "View progress" }).click();
  await expect(page).toHaveURL(new RegExp(`/bulk/${key}$`));
  await expect(progress(page)).toContainText("of 60");

  await progress(page).getByRole("button", { name: "Pause" }).click();
  await expect(progress(page)).toContainText("Paused");
  expect(await statusOf(console, key)).toBe("Paused");
  const reader = await as("bookkeeper");
  await reader.goto(`/bulk/${key}`);
  await expect(progress(reader)).toContainText("A manager can resume it.");
  await expect(progress(reader).getByRole("button")).toHaveCount(0);
  // Rows in progress at the pause finish and are counted; the page updates.
  await expect(progress(page)).toContainText("Remaining30", longTime);
  expect((await groupOf(console, key)).remaining).toBe(30);

  await page.keyboard.press("r");
  await expect(progress(page)).toContainText("Running");
  expect(await statusOf(console, key)).toBe("Running");
  await page.close();
  await console.control("DELETE", "/rules");
  await console.restart();
  await expect.poll(() => statusOf(console, key), longTime).toBe("Completed");
  await reader.reload();
  await expect(progress(reader)).toContainText("60 of 60");
  await expect(reader.getByRole("region", { name: "Over time" })).toContainText("approved");
  await expect(reader.getByText("1 to 50 of 60 rows")).toBeVisible(longTime);
});

test("a finished group's rows link to payment and batch, and its totals match the batch, without duplicates, by currency", async ({
  as,
  console,
}) => {
  const euro = await takePaymentAtGateway(console, { amount: "100.00", currency: "978" });
  const mixed = Array.from({ length: 60 }, (_, i) => {
    const number = i % 10 === 3 ? cards.declined : i % 20 === 5 ? cards.wrong : cards.good;
    return { number, amount: `${10 + i}.50`, orderid: `mixed-${i + 1}` };
  });
  const approved = mixed.filter(({ number }) => number === cards.good);
  const file = [
    columns,
    `quicksale,,,42.50,abroad,,${euro}`,
    ...mixed.map(({ number, amount, orderid }) => saleOf(number, amount, orderid)),
    ...Array.from({ length: 12 }, () => saleOf(cards.good, "1.50", "twice")),
  ];
  const key = await console.uploadBulk("december.csv", file.join("\n"));
  await expect.poll(() => statusOf(console, key), longTime).toBe("Completed");
  const page = await as("manager");
  await page.goto(`/bulk/${key}`);
  await expect(page.getByText("1 to 50 of 73 rows")).toBeVisible();

  await test.step("its totals are the batch's: duplicates in none of them, each currency by itself", async () => {
    const sums = page.getByRole("region", { name: "Totals by batch" });
    await expect(sums).toContainText("Agrees. The batch holds every approved payment", longTime);
    const dollars = approved.reduce((sum, { amount }) => sum + Number(amount), 1.5);
    const total = `${dollars.toLocaleString("en-US", { style: "currency", currency: "USD" })} €42.50`;
    await expectRowVisible(page.getByRole("table", { name: "Totals by batch" }), {
      Payments: String(approved.length + 2),
      Total: total,
      "In the batch": total,
    });
    await expect(progress(page)).toContainText("Duplicates11");
    await expectRowVisible(results(page), { Transaction: "abroad", Amount: "€42.50" });
  });

  await test.step("its rows are filtered by outcome, also after a reload", async () => {
    await page.getByText("Duplicates 11", { exact: true }).click();
    await expectRowVisible(results(page), {
      Transaction: "twice",
      Outcome: "Duplicate, not charged",
      Batch: "None",
    });
    expect(await readRows(results(page))).toHaveLength(11);
    await page.getByText("Errors 3", { exact: true }).click();
    await expect(results(page).getByRole("row")).toHaveCount(4);
    await page.getByText("Declined 6", { exact: true }).click();
    await expect(page).toHaveURL(/show=declined/);
    await expectRowVisible(results(page), {
      Transaction: "mixed-4",
      Outcome: "Declined",
      Why: /Declined/,
      Batch: "None",
      Amount: "13.50",
    });
    await page.reload();
    await expect(results(page).getByRole("row")).toHaveCount(7);
  });

  await test.step("failures download without card numbers", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download what was not charged" }).click();
    const csv = readFileSync(await (await download).path(), "utf8");
    expect(csv.trim().split("\n")).toHaveLength(1 + 6 + 3 + 11);
    expect(csv).toContain("xxxxxxxxxxxx2220");
    expect(csv).not.toMatch(/\d{13,}/);
  });

  await test.step("a row leads to its payment and to its batch", async () => {
    await page.getByText("All 73", { exact: true }).click();
    await results(page).getByRole("link", { name: "mixed-1", exact: true }).click();
    await expect(page).toHaveURL(/\/transactions\//);
    await page.goBack();
    await results(page).getByRole("row").nth(1).getByRole("link").last().click();
    await expect(page).toHaveURL(/\/batches\//);
  });
});

test("a file above the limit is approved by a second person, who sees its totals; the preparer sees why", async ({
  as,
  console,
}) => {
  const { name } = await addFile(console, (people) => ({
    name: "november-payroll-with-a-long-name-that-has-to-break-somewhere-in-the-table-2026-11-final.csv",
    state: "waiting",
    second_reason: "It moves $12,500.00, more than $10,000.00, what one person may approve in a day.",
    cents: 1_250_000,
    totals: JSON.stringify([
      { command: "sale", tender: "card", count: 10, cents: 1_250_000, withoutAmount: 0 },
    ]),
    prepared_by_id: people.get("manager") ?? "",
    prepared_by: "Tobias Lindqvist",
    approved_by_id: null,
    approved_by: null,
    approved_at: null,
    sent_at: null,
  }));
  const first = await as("manager");
  await first.goto("/bulk");
  const own = first.getByRole("article", { name });
  await expect(own).toContainText(
    "You prepared it. It moves $12,500.00, more than $10,000.00, what one person may approve in a day.",
  );
  await expect(own.getByRole("button", { name: "Approve" })).toHaveCount(0);

  const second = await as("admin");
  await second.goto("/bulk");
  await second.getByRole("article", { name }).getByRole("button", { name: "Approve" }).click();
  const dialog = second.getByRole("dialog", { name: "Approve 10 rows?" });
  await expect(dialog).toContainText("Card sales 10");
  await expect(dialog).toContainText("12,500.00");
  await dialog.getByRole("button", { name: "Approve 10 rows" }).click();
  await expect(dialog).toBeHidden();
  await expectRowVisible(second.getByRole("table", { name: "Bulk files" }), {
    File: new RegExp(name),
    Prepared: /^Tobias Lindqvist/,
    "Approved by": /^(?!Not)/,
    Rows: "10",
    "File total": "$12,500.00",
    Outcome: "Approved, not sent",
  });
  await own.getByRole("button", { name: "Withdraw" }).click();
  await expectRowVisible(first.getByRole("table", { name: "Bulk files" }), {
    File: new RegExp(name),
    Outcome: "Withdrawn",
  });
});

test("a file whose reply was lost is found by our reference; if it is not, a manager decides", async ({
  as,
  console,
}) => {
  const lost = { state: "unknown", next_lookup_at: 0, problem: "No answer came back." } as const;
  const found = await addFile(console, () => ({ ...lost, name: "found.csv" }));
  const gone = await addFile(console, () => ({ ...lost, name: "gone.csv" }));
  const page = await as("manager");
  await page.goto(`/bulk/${found.id}`);
  await expect(page.getByText("Do not send it again.")).toBeVisible();
  // A file is found by its name in the group that runs.
  await holdRows(console);
  const running = [columns, saleOf(cards.good, heldAmount, "lost")].join("\n");
  await console.uploadBulk(`found-${found.reference}.csv`, running);
  await lookupNow(console, found.id);
  await expect(progress(page)).toContainText(`found-${found.reference}.csv`, { timeout: 30_000 });

  await page.goto(`/bulk/${gone.id}`);
  await page.getByRole("button", { name: "Decide what happened" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It does not", { exact: true }).click();
  await dialog.getByLabel("How do you know").fill("The gateway's own page lists no such file.");
  await dialog.getByRole("button", { name: "Record the decision" }).click();
  await expect(page.getByText("decided that the file did not arrive")).toBeVisible();
  await expect(page.getByText("A user decided that it did not reach the gateway.")).toBeVisible();
  await expect(page.getByText("that takes a new approval")).toBeVisible();
});

test("without any file the page says what to do", async ({ as, console }) => {
  await console.inStore(async (store) => {
    for (const table of ["bulk_rows", "bulk_traces", "bulk_files"] as const)
      await store.deleteFrom(table).execute();
  });
  const page = await as("bookkeeper");
  await page.goto("/bulk");
  await expect(page.getByText("No bulk files yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "New bulk file" })).toHaveAttribute("href", "/bulk/new");
});
