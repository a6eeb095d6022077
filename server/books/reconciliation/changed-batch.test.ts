import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { keepBatch } from "#server/gateway-cache/batches.ts";
import { cachePage, cacheTransaction } from "#server/gateway-cache/cached-transactions.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { readReconciliation } from "./read-reconciliation.ts";

const gateway = new FakeGateway();
connectTo(gateway, { GATEWAY_TIME_ZONE: "America/Los_Angeles" });

const readAt = Date.parse("2026-11-20T12:00:00-08:00");
const later = readAt + 60_000;

const batch = (key: string, amount: string): Batch => ({
  ...{ key, sequence: key.slice(1), status: "closed", sales_amount: amount, sales_count: 1 },
  ...{ opened: "2026-11-19 07:54:31", closed: "2026-11-19 19:54:40" },
});

const sale = (batchKey: string, amount: string): TransactionDetail => ({
  ...{
    type: "transaction",
    key: `sale-of-${batchKey}`,
    result_code: "A",
    trantype_code: "S",
    status_code: "S",
  },
  ...{ amount, auth_amount: amount, created: "2026-11-19 12:00:01" },
  creditcard: { number: "4xxxxxxxxxxx2224", type: "V" },
  batch: { key: batchKey, sequence: batchKey.slice(1) },
});

describeStoresOnSqlite("a closed batch of which a payment changed after it was read", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(() => gateway.reset());

  /** A batch of one sale of $10.00, which a later reading shows with $9.00. */
  const readAndChange = async (key: string) => {
    await keepBatch(batch(key, "10.00"), readAt);
    await db()
      .insertInto("batch_syncs")
      .values({
        ...{ list_key: key, kind: "batch", total: 1, read: 1, done_at: readAt, next_at: readAt, waits: null },
      })
      .execute();
    await cachePage(db(), key, 1, [sale(key, "10.00")], readAt);
    await cacheTransaction(sale(key, "9.00"), later);
  };
  const figuresOf = async (key: string) => {
    const found = await readReconciliation(key);
    if (found.kind !== "found") throw new Error(found.message);
    return found.value.figures;
  };

  test("is read again, once: its totals changed with it", async () => {
    await readAndChange("b1");
    gateway.closedBatches.set("b1", batch("b1", "9.00"));
    const changed = { header: { sales: { cents: 900 } }, remainder: 0 };
    expect(await figuresOf("b1")).toMatchObject(changed);
    gateway.closedBatches.set("b1", batch("b1", "8.00"));
    expect(await figuresOf("b1")).toMatchObject(changed);
  });

  test("keeps the totals that are known while the gateway can't be asked", async () => {
    await readAndChange("b2");
    gateway.down = true;
    expect(await figuresOf("b2")).toMatchObject({ header: { sales: { cents: 1000 } }, remainder: 100 });
  });
});
