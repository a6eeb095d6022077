import { beforeAll, expect, test } from "vitest";
import { until } from "#e2e/support/until.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { noteReturn } from "#server/payments/attempts/note-return.ts";
import { fileRow } from "../test-file-row.ts";
import { readBatchTotals } from "./compare.ts";
import { readResults } from "./results.ts";

const gateway = new FakeGateway();
connectTo(gateway);

const approved = { result_code: "A", is_duplicate: "N", amount: "10.00" };
const inBatch = { ...approved, trantype_code: "S", status_code: "P", batch: { key: "b1", sequence: "7" } };
const authorization = { ...approved, key: "auth", trantype_code: "A", status_code: "N", amount: "6.66" };
const check = {
  ...approved,
  key: "check",
  trantype_code: "K",
  status_code: "P",
  check: { accountholder: "Bo" },
};
const results = [
  { ...inBatch, key: "sale" },
  { ...inBatch, key: "voided" },
  { ...inBatch, key: "byEvent" },
  authorization,
  check,
  { ...check, key: "kept" },
];

describeStoresOnSqlite("the payments of a completed group", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    gateway.reset();
    await db()
      .insertInto("bulk_files")
      .values(fileRow({ bulk_key: "g1" }))
      .execute();
    const lines = results.map((one, place) => ({ ...one, line: place + 2 }));
    await cacheResults(db(), "g1", lines.length, lines.toReversed());
  });

  const compare = async () => {
    await db().deleteFrom("bulk_comparisons").execute();
    let totals = await readBatchTotals("g1");
    await until(async () => {
      totals = await readBatchTotals("g1");
      return totals.batches.some(({ held }) => held !== undefined);
    }, 5000);
    return totals;
  };

  test("are as answered while nothing is known of them since", async () => {
    gateway.batches.set("b1", results.slice(0, 3));
    expect((await compare()).since).toEqual([]);
    const { results: rows } = await readResults("g1", "all", { limit: 10, offset: 0 });
    expect(rows.some(({ since }) => since)).toBe(false);
  });

  test("show what became of them since: returned, voided in their batch or by an event, captured in part", async () => {
    const [sale, voided, byEvent] = results;
    gateway.batches.set("b1", [
      { ...sale },
      { ...voided, trantype_code: "V" },
      { ...byEvent },
      { ...authorization, trantype_code: "L", status_code: "P", amount: "6.00", batch: inBatch.batch },
    ]);
    await noteReturn({ ...check, status_code: "R" });
    await db()
      .insertInto("webhook_events")
      .values({
        event_id: "e1",
        event_type: "transaction.sale.voided",
        transaction_key: "byEvent",
        refnum: null,
        triggered: null,
        received_at: Date.now(),
        last_received_at: Date.now(),
        deliveries: 1,
        body: "{}",
        verdict: "waiting",
        verdict_text: "",
        shown: null,
        checked_at: null,
        next_check_at: null,
        checks: 0,
      })
      .execute();
    const { since, batches, authorized } = await compare();
    expect(since.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
      { key: "auth", now: "captured", wasAuthorized: true, cents: 666, capturedCents: 600 },
      { key: "byEvent", now: "voided", wasAuthorized: false },
      { key: "check", now: "returned", wasAuthorized: false },
    ]);
    expect(authorized).toMatchObject({ count: 1, sums: [{ cents: 666 }] });
    expect(batches.find(({ batchKey }) => batchKey === "b1")?.held).toMatchObject({
      missing: { count: 0 },
      voided: { keys: ["voided"] },
      captured: [{ key: "auth" }],
    });
    const { results: rows } = await readResults("g1", "all", { limit: 10, offset: 0 });
    expect(rows.map(({ transactionKey, since: now }) => [transactionKey, now])).toEqual([
      ["sale", undefined],
      ["voided", "voided"],
      ["byEvent", "voided"],
      ["auth", "captured"],
      ["check", "returned"],
      ["kept", undefined],
    ]);
  });

  test("show that this console refunded one, in part or whole", async () => {
    await db().deleteFrom("attempts").execute();
    const refund = (original_key: string, amount_cents: number) => ({
      id: crypto.randomUUID(),
      reference: crypto.randomUUID(),
      process_id: "p",
      user_id: "ada",
      user_name: "Ada Okafor",
      command: "refund" as const,
      tender: "card" as const,
      payer: "Visa ending 2224",
      digest: "d",
      request: "{}",
      state: "answered" as const,
      prepared_at: Date.now(),
      outcome_at: Date.now(),
      transaction_key: `refund of ${original_key}`,
      original_key,
      amount_cents,
      lookups: 0,
      answer: JSON.stringify({ result_code: "A", is_duplicate: "N" }),
    });
    await db()
      .insertInto("attempts")
      .values([refund("sale", 400), refund("kept", 1000)])
      .execute();
    const { since } = await readBatchTotals("g1");
    const byKey = new Map(since.map(({ key, now }) => [key, now]));
    expect([byKey.get("sale"), byKey.get("kept")]).toEqual(["partlyRefunded", "refunded"]);
  });
});
