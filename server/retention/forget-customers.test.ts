import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { keysOf } from "#lib/keys-of.ts";
import type { ApprovalAsk } from "#lib/payments/approval.ts";
import { DAY_MS } from "#lib/time.ts";
import { verifyLog } from "#server/audit/verify.ts";
import { indexAttempts } from "#server/books/index/index-attempts.ts";
import { indexReadings } from "#server/books/index/index-readings.ts";
import { tables } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { IndexedTransactionsTable } from "#server/db/tables/books/indexed-transactions.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import { sendRequest } from "#server/payments/approvals/requests.ts";
import type { Plan } from "#server/payments/plan.ts";
import { cardSale, clerk, lose, run, setUpConsole } from "#server/payments/test-console.ts";
import { forgetCustomers } from "./forget-customers.ts";

setUpConsole();

const named = {
  email: "zelda.quincannon@example.test",
  description: "Gift for Quincannon",
  comments: "Ring twice",
  invoice: "INV-77",
  billing_address: {
    firstname: "Zelda",
    lastname: "Quincannon",
    street: "9 Vermilion Row",
    postalcode: "94110",
  },
};
/** As the gateway lists it. */
const listed = (created: string) => ({
  key: "old-transaction",
  created,
  trantype_code: "S",
  status_code: "S",
  result_code: "A",
  amount: "7.77",
  invoice: "INV-78",
  customer_email: named.email,
  creditcard: { number: "xxxxxxxxxxxx2224", type: "V", cardholder: "Zelda Quincannon" },
  receipts: { customer: "Thank you, Zelda Quincannon" },
});
/** Whether a column of the index is deleted with the customer (server/books/index/forget-customers.ts) or stays. */
const indexColumns = {
  ...{ id: "stays", transaction_key: "stays", attempt_id: "stays", source: "stays", read_at: "stays" },
  ...{ created_at: "stays", business_day: "stays", batch_key: "stays", refnum: "stays", authcode: "stays" },
  ...{ invoice: "stays", orderid: "stays", customer: "deleted", description: "deleted", last_four: "stays" },
  ...{ brand: "stays", tender: "stays", trantype_code: "stays", kind: "stays", phase: "stays" },
  ...{ outcome: "stays", reason: "stays", cents: "stays", net_cents: "stays", tip_cents: "stays" },
  ...{ tax_cents: "stays", shipping_cents: "stays", currency: "stays", refunded_cents: "stays" },
  ...{ user_id: "stays", user_name: "stays", clerk: "stays", source_name: "stays", reread_at: "stays" },
  ...{ terms: "stays", customer_deleted: "stays" },
} as const satisfies Record<keyof IndexedTransactionsTable, "stays" | "deleted">;

const personal = /quincannon|zelda|vermilion|ring twice/i;

async function everything(): Promise<string> {
  const parts = await Promise.all(
    Object.keys(tables).map(async (name) => (await sql`select * from ${sql.table(name)}`.execute(db())).rows),
  );
  return JSON.stringify(parts);
}

const figures = async (table: "attempts" | "indexed_transactions") =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(db())).rows.map(
    ({ id, state, amount_cents, cents, net_cents, invoice, last_four, transaction_key, paymentMethod }) => ({
      ...{ id, state, amount_cents, cents, net_cents, invoice, last_four, transaction_key, paymentMethod },
    }),
  );

describeStores("customers of payments", (open) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await open();
    useStore(store.db);
  });

  test("is deleted from old payments, and what the books count stays", async () => {
    const plan = cardSale("21.00");
    await run({ ...plan, body: { ...plan.body, ...named } });
    const page = [listed("2026-11-20 12:00:00")];
    await cachePage(db(), "b1", 1, page, Date.now());
    await indexAttempts();
    expect(await everything()).toMatch(personal);
    const before = { attempts: await figures("attempts"), index: await figures("indexed_transactions") };

    expect(await forgetCustomers(Date.now() - 400 * DAY_MS)).toBe(0);
    expect(await everything()).toMatch(personal);

    // In steps, as after a stop between two of them.
    let steps = 0;
    while ((await forgetCustomers(Date.now() + DAY_MS, 1)) > 0) steps += 1;
    expect(steps).toBeGreaterThan(1);
    expect(await everything()).not.toMatch(personal);
    if (!store.settings.databaseUrl) expect(bytesOf(store)).not.toMatch(personal);
    expect({ attempts: await figures("attempts"), index: await figures("indexed_transactions") }).toEqual(
      before,
    );
    const index = await db().selectFrom("indexed_transactions").selectAll().execute();
    const deleted = keysOf(indexColumns).filter((column) => indexColumns[column] === "deleted");
    expect(index.flatMap((row) => deleted.map((column) => row[column]))).toEqual([null, null, null, null]);
    expect(JSON.stringify(before)).toContain("INV-77");
    expect(await found("inv-77")).toBe(1);
    expect(await found("quincannon")).toBe(0);
    expect(await verifyLog(db())).toMatchObject({ integrity: [], completeness: [] });
    const events = await db()
      .selectFrom("audit_events")
      .selectAll()
      .where("name", "=", "data.deleted")
      .execute();
    expect(events.map(({ user_name, data }) => ({ user_name, ...JSON.parse(data) }))).toContainEqual({
      user_name: "console",
      kind: "customers of payments taken here",
      rows: 1,
      before: expect.any(String),
    });
  });

  test("does not come back when the gateway is read again", async () => {
    const long = "2023-01-05 12:00:00";
    await cachePage(db(), "b1", 1, [listed(long)], Date.now());
    await indexReadings(db(), [listed(long)], { source: "reading", readAt: Date.now() });
    await db().updateTable("attempts").set({ indexed: 0 }).execute();
    await indexAttempts();
    expect(await everything()).not.toMatch(personal);
  });

  test("goes from requests for approval with the payments they were for, and from those never sent", async () => {
    const plan = cardSale("25.00");
    const body = { ...plan.body, ...named, creditcard: { cardholder: "Zelda Quincannon" } };
    const waits = await request({ ...plan, attemptId: "never-sent-after-all", body });
    const sent = await request({ ...plan, body });
    const unknown = cardSale("25.50");
    const lost = await request({ ...unknown, body });
    await run(plan);
    await lose(unknown);
    const before = await Promise.all([waits, sent, lost].map(requestRow));
    expect(JSON.stringify(before)).toMatch(/(.*Visa ending 2224, Zelda Quincannon){3}/);

    await forgetCustomers(Date.now() + 60_000);
    expect(JSON.stringify(await requestRow(waits))).toMatch(personal);

    while ((await forgetCustomers(Date.now() + DAY_MS, 1)) > 0);
    const gone = { payer: "Visa ending 2224", reason: null, note: null, decision_note: null, form: null };
    for (const [place, id] of [waits, sent].entries())
      expect(await requestRow(id)).toEqual({ ...before[place], ...gone, digest: "", customer_deleted: 1 });
    // Its payment is unknown: all of it stays as long as that does.
    expect(await requestRow(lost)).toEqual(before[2]);
    await db().deleteFrom("approval_requests").where("id", "=", lost).execute();
    const events = await db()
      .selectFrom("audit_events")
      .selectAll()
      .where("name", "=", "approval.requested")
      .execute();
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).not.toMatch(personal);
    expect(await verifyLog(db())).toMatchObject({ integrity: [] });
  });

  test("goes from the name of a check's payment", async () => {
    const plan = { ...cardSale("26.00"), paymentMethod: "Check, Zelda Quincannon" };
    const { id } = await run(plan);
    const paymentMethod = async () =>
      (await db().selectFrom("attempts").select("payer").where("id", "=", id).executeTakeFirst())?.payer;
    expect(await paymentMethod()).toBe("Check, Zelda Quincannon");
    while ((await forgetCustomers(Date.now() + DAY_MS)) > 0);
    expect(await paymentMethod()).toBe("Check");
    const events = await db().selectFrom("audit_events").select("data").where("subject", "=", id).execute();
    expect(JSON.stringify(events)).not.toMatch(personal);
  });

  test("stays while a payment is not settled", async () => {
    const plan = cardSale("23.00");
    await lose({ ...plan, body: { ...plan.body, ...named } });
    await forgetCustomers(Date.now() + DAY_MS);
    expect(await everything()).toMatch(personal);
  });
});

/** Stored as it was before the payment was sent. */
async function request({ attemptId, paymentMethod, body }: Plan): Promise<string> {
  const ask: ApprovalAsk = {
    ...{ command: "sale", right: "charge", cents: 2_500, limit: {}, over: "transaction", usedCents: 0 },
    approvers: [{ id: "tomas", name: "Tomas", role: "manager" }],
  };
  const asked = { attemptId, digest: "v1.digest", paymentMethod, body, reason: "For Zelda" };
  const answer = await sendRequest(clerk, asked, ask, "Quincannon called");
  if (!answer.ok) throw new Error(answer.problem.message);
  const { id } = answer.value;
  await db()
    .updateTable("approval_requests")
    .set({ decision_note: "Zelda is known here" })
    .where("id", "=", id)
    .execute();
  return id;
}

const requestRow = (id: string) =>
  db().selectFrom("approval_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const found = async (term: string) =>
  (await db().selectFrom("transaction_terms").selectAll().where("term", "=", term).execute()).length;

function bytesOf({ settings }: { settings: { dataDir: string } }): string {
  return readdirSync(settings.dataDir)
    .map((name) => readFileSync(join(settings.dataDir, name), "latin1"))
    .join("\n");
}
