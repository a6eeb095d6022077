import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { CommandName } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import { insertSampleAttempts, type SampleCommand } from "#server/payments/attempts/sample-attempts.ts";
import { listDifferingBatches } from "../attention/unsigned-batches.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { readStates } from "./runs.ts";
import { explain, sign } from "./sign.ts";
import { reconcileDue } from "./start-reconciliation.ts";

process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
process.env.GATEWAY_API_KEY = "test-key";
process.env.GATEWAY_API_PIN = "test-pin";
process.env.AUTH_SECRET = "a".repeat(40);
process.env.GATEWAY_TIME_ZONE = "America/Los_Angeles";

const ann = { id: "u1", name: "Ann" };
const ruth = { id: "u2", name: "Ruth Adeyemi" };
const noon = Date.parse("2026-11-19T12:00:00-08:00");
const batch = { key: "b1", sequence: "2183" };

/** As the gateway shows a card sale of batch 2183. */
const sale = (key: string, amount: string, more: TransactionDetail = {}): TransactionDetail => ({
  type: "transaction",
  key,
  refnum: `ref-${key}`,
  result_code: "A",
  trantype_code: "S",
  status_code: "S",
  amount,
  auth_amount: amount,
  authcode: `A${key}`,
  created: "2026-11-19 12:00:01",
  creditcard: { number: "4xxxxxxxxxxx2224", type: "V" },
  invoice: `INV-${key}`,
  batch,
  ...more,
});

let references = 0;
function command(reply: TransactionDetail, more: Partial<SampleCommand> = {}): SampleCommand {
  references += 1;
  const command: CommandName = more.command ?? "sale";
  const { amount } = reply;
  return {
    at: noon,
    user: ann,
    command,
    tender: "card",
    payer: "Visa ending 2224",
    reference: `T${String(references).padStart(3, "0")}-AAAA`,
    request: { command, amount },
    amountCents: amount === undefined ? undefined : (toCents(amount) ?? undefined),
    reply,
    answerLost: false,
    ...more,
  };
}

const act = (original: TransactionDetail, name: CommandName, amount?: string) =>
  command(
    { key: original.key, result_code: "A", batch },
    {
      command: name,
      original,
      at: noon + 60_000,
      amountCents: amount === undefined ? undefined : (toCents(amount) ?? undefined),
    },
  );

/** A closed batch as the console has read it. `sales`, `refunds` and `voids` are amount and count of its header. */
async function readClosed(
  of: { key: string; sequence: string },
  transactions: TransactionDetail[],
  { sales, refunds, voids }: Partial<Record<"sales" | "refunds" | "voids", [string, number]>>,
): Promise<void> {
  const header = {
    ...of,
    type: "batch",
    status: "closed",
    opened: "2026-11-19 07:54:31",
    closed: "2026-11-19 19:54:40",
    sales_amount: sales?.[0],
    sales_count: sales?.[1],
    refunds_amount: refunds?.[0],
    refunds_count: refunds?.[1],
    voids_amount: voids?.[0],
    voids_count: voids?.[1],
  };
  const now = noon + DAY_MS;
  await db()
    .insertInto("cached_batches")
    .values({ key: of.key, batch: JSON.stringify(header), closed: 1, read_at: now })
    .execute();
  const total = transactions.length;
  await db()
    .insertInto("batch_syncs")
    .values({ list_key: of.key, kind: "batch", total, read: total, done_at: now, next_at: now, waits: null })
    .execute();
  await cachePage(db(), of.key, total, transactions, now);
}

async function reconcile(key = "b1") {
  const found = await readReconciliation(key);
  if (found.kind !== "found") throw new Error(found.message);
  return found.value;
}

const named = ({ figures }: Awaited<ReturnType<typeof reconcile>>) =>
  figures.causes.map(({ kind, cents }) => `${kind} ${cents}`).sort();

describeStores("the reconciliation of a batch", (open, onSqlite) => {
  beforeEach(async () => useStore((await open()).db));

  const seen = async (key: string, number = 1) => {
    const { run } = await reconcile(key);
    return { batchKey: key, number, hash: run?.hash ?? "", note: "" };
  };

  test("expects each payment in the state that all its commands leave", async () => {
    const shown = {
      voided: sale("voided", "10.00", { trantype_code: "V" }),
      captured: sale("captured", "745.00"),
      adjusted: sale("adjusted", "23.00"),
      partial: sale("partial", "48.00", { result_code: "P" }),
      refund: sale("refund", "5.00", { trantype_code: "C" }),
    };
    const held = {
      ...shown.captured,
      trantype_code: "A",
      amount: "860.00",
      auth_amount: "860.00",
      batch: undefined,
    };
    const before = { ...shown.adjusted, amount: "20.00", auth_amount: "20.00" };
    const sold = { ...shown.voided, trantype_code: "S" };
    await insertSampleAttempts(db(), [
      command(sold),
      act(sold, "void"),
      command(held, { command: "authonly" }),
      act(held, "cc:capture", "745.00"),
      command(before),
      act(before, "cc:adjust", "23.00"),
      command({ ...shown.partial, amount: "96.00", auth_amount: "48.00" }),
      command(shown.refund, { command: "refund", original: sale("earlier", "50.00") }),
    ]);
    await readClosed(batch, Object.values(shown), {
      sales: ["816.00", 3],
      refunds: ["5.00", 1],
      voids: ["10.00", 1],
    });
    const result = await reconcile();
    expect(result.figures).toMatchObject({ remainder: 0, total: { cents: 81_100 } });
    expect(result.figures.journal).toEqual(result.figures.header);
    expect(named(result)).toEqual(["capturedForLess 0", "partial 0"]);
    expect(result.state).toBe("reconciled");
    expect(result.figures.breakdown.clerk).toEqual([
      { name: "Ann", gateway: { cents: 81_100, count: 5 }, journal: { cents: 81_100, count: 5 } },
    ]);
  });

  onSqlite(
    "has the hash that earlier versions gave the same payments, so that signatures stay valid",
    async () => {
      const shown = {
        voided: sale("voided", "10.00", { trantype_code: "V" }),
        captured: sale("captured", "745.00"),
        postponed: sale("postponed", "11.00", { currency: "978" }),
        partial: sale("partial", "48.00", { result_code: "P" }),
        refund: sale("refund", "5.00", { trantype_code: "C" }),
        web: sale('web \\ "store" é', "24.00", { source_name: "Web store" }),
        late: sale("late", "3.00"),
      };
      const held = { ...shown.captured, trantype_code: "A", amount: "860.00", auth_amount: "860.00" };
      const sold = { ...shown.voided, trantype_code: "S" };
      references = 0;
      await insertSampleAttempts(db(), [
        command(sold),
        act(sold, "void"),
        command(held, { command: "authonly" }),
        act(held, "cc:capture", "700.00"),
        { ...act(held, "cc:adjust", "745.00"), at: noon + 120_000 },
        command(shown.postponed, { request: { command: "sale", amount: "11.00", currency: "978" } }),
        act(shown.postponed, "queue"),
        command({ ...shown.partial, amount: "96.00", auth_amount: "48.00" }),
        command(shown.refund, { command: "refund", original: sale("earlier", "50.00") }),
        act(shown.late, "cc:adjust", "3.00"),
        command(sale("gone", "12.50")),
        command(sale("declined", "9.00", { result_code: "D" })),
      ]);
      // Ids are random otherwise.
      await db().deleteFrom("attempt_steps").execute();
      await db().updateTable("attempts").set({ id: sql<string>`'attempt ' || reference` }).execute();
      await readClosed(batch, Object.values(shown), { sales: ["831.00", 5], refunds: ["5.00", 1] });
      expect((await reconcile()).run?.hash).toBe(
        "0dd87dae3cb1dd50f49e3c78144641a8e7d64b3f5dd9162a56e06fd901c83ce7",
      );
    },
  );

  onSqlite("names what was done outside this console, and where a payment went", async () => {
    const ours = [sale("k1", "10.00"), sale("k2", "20.00"), sale("k3", "18.50")];
    const [kept, voided, moved] = ours as [TransactionDetail, TransactionDetail, TransactionDetail];
    await insertSampleAttempts(
      db(),
      ours.map((one) => command(one)),
    );
    const held = sale("k4", "30.00", { trantype_code: "A", batch: undefined });
    await insertSampleAttempts(db(), [command(held, { command: "authonly" })]);
    await readClosed({ key: "b2", sequence: "2184" }, [{ ...moved, batch: { key: "b2" } }], {
      sales: ["18.50", 1],
    });
    await readClosed(
      batch,
      [
        kept,
        { ...voided, trantype_code: "V" },
        { ...held, trantype_code: "S" },
        sale("web", "24.00", { source_name: "Web store" }),
      ],
      { sales: ["64.00", 3], voids: ["20.00", 1] },
    );
    const result = await reconcile();
    expect(named(result)).toEqual([
      "capturedElsewhere 3000",
      "elsewhere 2400",
      "otherBatch -1850",
      "voidedElsewhere -2000",
    ]);
    expect(result.figures.causes.find(({ kind }) => kind === "otherBatch")).toMatchObject({
      name: "Invoice INV-k3",
      otherBatch: { key: "b2", name: "2184" },
    });
    expect(result).toMatchObject({ state: "explained", figures: { remainder: 0 } });
    expect(result.figures.breakdown.clerk.map(({ name }) => name).sort()).toEqual([
      "Ann",
      "Source: Web store",
    ]);
    expect(named(await reconcile("b2"))).toEqual([]);
  });

  test("asks a person why money was paid out elsewhere, and lists a void made elsewhere at 0.00", async () => {
    await readClosed(
      batch,
      [sale("credit", "20.00", { trantype_code: "C" }), sale("void", "88.88", { trantype_code: "V" })],
      { refunds: ["20.00", 1], voids: ["88.88", 1] },
    );
    const result = await reconcile();
    expect(named(result)).toEqual(["paidOutElsewhere -2000", "voidOfElsewhere 0"]);
    expect(result.state).toBe("differences");
    expect(await sign(ruth, await seen("b1"))).toMatchObject({ ok: false });
    const credit = result.figures.causes.find(({ kind }) => kind === "paidOutElsewhere");
    const why = { batchKey: "b1", causeId: credit?.id ?? "", number: 1, text: "Goodwill, by phone." };
    expect(await explain(ruth, why)).toMatchObject({ ok: true });
    expect(await sign(ruth, await seen("b1"))).toMatchObject({ ok: true });
  });

  test("waits while the list is not read to its end, and while an outcome is unknown", async () => {
    const lost = command(sale("k1", "10.00"));
    await insertSampleAttempts(db(), [lost]);
    await db()
      .updateTable("attempts")
      .set({ state: "unknown", answer: null, transaction_key: null, next_lookup_at: noon + 1 })
      .execute();
    await readClosed(batch, [sale("k2", "5.00")], { sales: ["5.00", 1] });
    const result = await reconcile();
    expect(result.state).toBe("waiting");
    expect(result.figures.causes).toMatchObject([
      { kind: "unknown", cents: 0, dueAt: noon + 1 },
      { kind: "elsewhere" },
    ]);
    expect(await sign(ruth, await seen("b1"))).toMatchObject({ ok: false });

    await db().updateTable("batch_syncs").set({ done_at: null, read: 0 }).execute();
    expect(await reconcile()).toMatchObject({ state: "inProgress", run: undefined });
  });

  onSqlite("asks a person for what nothing explains, and is signed once it is explained", async () => {
    await insertSampleAttempts(db(), [command(sale("gone", "12.50")), command(sale("k1", "10.00"))]);
    await readClosed(batch, [sale("k1", "10.00")], { sales: ["10.07", 1] });
    const before = await reconcile();
    expect(before).toMatchObject({ state: "differences", figures: { remainder: 7 } });
    expect(await listDifferingBatches()).toMatchObject([{ kind: "batch", key: "b1", isReady: false }]);
    expect(await sign(ruth, await seen("b1"))).toMatchObject({
      problem: { message: "Not signed: not every difference is explained." },
    });
    const [missing] = before.figures.causes;
    const why = { batchKey: "b1", number: 1, text: "The acquirer confirmed it by phone." };
    expect(await explain(ruth, { ...why, causeId: missing?.id ?? "" })).toMatchObject({ ok: true });
    expect(await explain(ann, { ...why, causeId: missing?.id ?? "" })).toMatchObject({ ok: false });
    expect(await explain(ruth, { ...why, causeId: "remainder 8" })).toMatchObject({ ok: false });
    expect(await explain(ruth, { ...why, causeId: "remainder 7" })).toMatchObject({ ok: true });
    expect(await reconcile()).toMatchObject({
      state: "explained",
      explanations: [{ by: "Ruth Adeyemi" }, { by: "Ruth Adeyemi", text: why.text }],
    });
    expect(await sign(ruth, { ...(await seen("b1")), note: "Agreed" })).toEqual({ ok: true, value: null });
    expect(await reconcile()).toMatchObject({
      state: "signed",
      run: { number: 1, signature: { by: "Ruth Adeyemi", note: "Agreed" } },
    });
  });

  test("compares each currency separately, and signs all of them", async () => {
    const euro = { currency: "978" };
    await insertSampleAttempts(db(), [
      command(sale("k1", "10.00")),
      command(sale("e1", "5.00", euro), { request: { command: "sale", amount: "5.00", currency: "978" } }),
      command(sale("gone", "7.00", euro), { request: { command: "sale", amount: "7.00", currency: "978" } }),
    ]);
    await readClosed(batch, [sale("k1", "10.00"), sale("e1", "5.00", euro)], { sales: ["15.00", 2] });
    const found = await reconcile();
    expect(found).toMatchObject({
      state: "differences",
      figures: {
        total: { cents: 1000, count: 1 },
        plainTotal: { cents: 1500, count: 2 },
        remainder: 0,
        others: [
          {
            currency: "EUR",
            transactions: { sales: { cents: 500, count: 1 } },
            journal: { sales: { cents: 1200, count: 2 } },
            remainder: 0,
          },
        ],
        causes: [{ kind: "missing", cents: -700, currency: "EUR" }],
      },
    });
    const why = { batchKey: "b1", number: 1, text: "The acquirer confirmed it by phone." };
    expect(await explain(ruth, { ...why, causeId: found.figures.causes[0]?.id ?? "" })).toMatchObject({
      ok: true,
    });
    expect(await sign(ruth, await seen("b1"))).toEqual({ ok: true, value: null });
    const change = { detail: JSON.stringify(sale("e1", "5.50", euro)) };
    await db().updateTable("cached_transactions").set(change).where("key", "=", "e1").execute();
    const [superseded] = (await reconcile()).superseded;
    await reconcile();
    const noted = await db()
      .selectFrom("audit_events")
      .select(["user_name", "subject"])
      .where("name", "=", "reconciliation.superseded")
      .execute();
    expect(noted).toEqual([{ user_name: "console", subject: "b1" }]);
    expect(superseded?.changes).toContain(
      "The sum of the gateway's transactions in EUR was €5.00 and is now €5.50.",
    );
  });

  onSqlite("counts what is in no batch in every currency", async () => {
    await insertSampleAttempts(db(), [
      command(sale("h1", "5.00", { currency: "978", trantype_code: "A", batch: undefined }), {
        command: "authonly",
        request: { command: "authonly", amount: "5.00", currency: "978" },
      }),
      command(sale("h2", "3.00", { trantype_code: "A", batch: undefined }), { command: "authonly" }),
    ]);
    await readClosed(batch, [], {});
    expect((await reconcile()).notInBatch.authorized).toEqual([
      { currency: "USD", cents: 300, count: 1 },
      { currency: "EUR", cents: 500, count: 1 },
    ]);
  });

  test("is signed by one of two people who press at once", async () => {
    await insertSampleAttempts(db(), [command(sale("k1", "10.00"))]);
    await readClosed(batch, [sale("k1", "10.00")], { sales: ["10.00", 1] });
    const values = await seen("b1");
    const outcomes = await Promise.all([sign(ann, values), sign(ruth, values)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { run } = await reconcile();
    const other = outcomes.find(({ ok }) => !ok);
    expect(other).toMatchObject({
      problem: { message: `${run?.signature?.by} has just signed this batch. Nothing more was signed.` },
    });
    const [signer] = [ann, ruth].filter(({ name }) => name === run?.signature?.by);
    expect(await sign(signer ?? ann, values)).toEqual({ ok: true, value: null });
  });

  onSqlite("is not signed with figures that the person did not see", async () => {
    await insertSampleAttempts(db(), [command(sale("k1", "10.00"))]);
    await readClosed(batch, [sale("k1", "10.00")], { sales: ["10.00", 1] });
    const values = await seen("b1");
    await insertSampleAttempts(db(), [act(sale("k1", "10.00"), "void")]);
    expect(await sign(ruth, values)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("changed") },
    });
    expect((await reconcile()).run).not.toHaveProperty("signature");
  });

  onSqlite(
    "keeps a signature through readings that show nothing new, and opens a new run when something changed",
    async () => {
      await insertSampleAttempts(db(), [command(sale("k1", "10.00"))]);
      await readClosed(batch, [sale("k1", "10.00", { authcode: undefined })], { sales: ["10.00", 1] });
      await sign(ruth, await seen("b1"));
      // The transaction, read singly, has more fields.
      await db()
        .updateTable("cached_transactions")
        .set({ detail: JSON.stringify(sale("k1", "10.00")) })
        .execute();
      expect((await reconcile()).state).toBe("signed");

      await insertSampleAttempts(db(), [act(sale("k1", "10.00"), "void")]);
      const after = await reconcile();
      expect(after).toMatchObject({
        state: "explained",
        run: { number: 2 },
        superseded: [{ number: 1, signature: { by: "Ruth Adeyemi" } }],
      });
      expect(after.superseded[0]?.changes).toEqual([
        "Our journal was $10.00 and is now $0.00.",
        "Void undone outside this console: none then, 1 payment, $10.00 now.",
      ]);
      expect(await readStates(["b1", "other"])).toEqual({ b1: "explained" });
      expect(await sign(ann, await seen("b1", 2))).toEqual({ ok: true, value: null });
    },
  );

  test("a signed run that was changed in the store is shown as changed, an earlier version's is marked", async () => {
    await insertSampleAttempts(db(), [command(sale("k1", "10.00"))]);
    await readClosed(batch, [sale("k1", "10.00")], { sales: ["10.00", 1] });
    expect((await reconcile()).run).not.toHaveProperty("integrity");
    await sign(ruth, await seen("b1"));
    const integrity = async () => (await reconcile()).run?.integrity;
    expect(await integrity()).toBe("intact");
    const row = await db().selectFrom("reconciliations").selectAll().executeTakeFirstOrThrow();
    for (const change of [
      { figures: row.figures.replace("1000", "1001") },
      { signed_name: "Ann" },
      { note: "Another" },
      { seal: "v1.x" },
    ]) {
      await db().updateTable("reconciliations").set(change).execute();
      expect(await integrity(), JSON.stringify(change)).toBe("changed");
      await db().updateTable("reconciliations").set(row).execute();
    }
    await db().updateTable("reconciliations").set({ seal: null }).execute();
    expect(await integrity()).toBe("unsealed");
    await db().updateTable("reconciliations").set(row).execute();
    await insertSampleAttempts(db(), [act(sale("k1", "10.00"), "void")]);
    expect((await reconcile()).superseded).toMatchObject([{ number: 1, integrity: "intact" }]);
  });

  test("claims each payment for one batch", async () => {
    await insertSampleAttempts(db(), [command(sale("k1", "10.00"))]);
    await readClosed(batch, [sale("k1", "10.00")], { sales: ["10.00", 1] });
    await sign(ruth, await seen("b1"));
    // The same payment, which the store has in another batch now.
    await readClosed({ key: "b2", sequence: "2184" }, [sale("k1", "10.00")], { sales: ["10.00", 1] });
    expect(await sign(ruth, await seen("b2"))).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("batch b1") },
    });
    expect(await readStates(["b1", "b2"])).toMatchObject({ b1: "signed" });
    expect((await reconcile("b2")).state).not.toBe("signed");
  });

  test("happens in the background for each batch that was read", async () => {
    await readClosed(batch, [], { sales: ["0.00", 0] });
    await readClosed({ key: "b2", sequence: "2184" }, [sale("k9", "1.00")], { sales: ["1.00", 1] });
    expect(await reconcileDue()).toBe(true);
    expect(await reconcileDue()).toBe(true);
    expect(await reconcileDue()).toBe(false);
    expect(await readStates(["b1", "b2"])).toEqual({ b1: "reconciled", b2: "explained" });
  });
});
