import { beforeAll, beforeEach, expect, test } from "vitest";
import { recordRows } from "#server/bulk/known-rows.ts";
import { fileRow } from "#server/bulk/test-file-row.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { listBatchTransactions } from "#server/gateway-cache/batch-transactions.ts";
import { cacheResults } from "#server/gateway-cache/cached-results.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { asCaller } from "#server/gateway-client/caller.ts";
import { decide } from "../decide.ts";
import { recordOutcome } from "../record-outcome.ts";
import { offerEvidence } from "../recovery/offer-evidence.ts";
import { cardSale, clerk, follow, gateway, lookupNow, lose, run, setUpConsole } from "../test-console.ts";
import { findAttempt, listAttempts } from "./attempts.ts";
import { acknowledge, countOpenNotices, listNoticesOf, listOpenNotices } from "./notices.ts";

setUpConsole();

const manager = { id: "manager-1", name: "Tobias Lindqvist", role: "manager" } as const;
const person = <Value>(act: () => Promise<Value>) => asCaller(clerk, act);

/** The money moves, the answer is lost, and the manager decides. */
async function decideWrongly(): Promise<{ id: string; key: string }> {
  const { id } = await lose(cardSale());
  await decide(manager, { attemptId: id, moved: false, reason: "The acquirer has no such sale." });
  return { id, key: String(gateway.transactions[0]?.key) };
}

async function expectFoundOut({ id, key }: { id: string; key: string }): Promise<void> {
  const attempt = await findAttempt(id);
  expect(attempt).toMatchObject({
    state: "resolved",
    problem: { moved: false, decidedBy: "Tobias Lindqvist" },
    contradiction: { moved: true },
    transaction: { key },
  });
  expect(attempt?.steps.map(({ kind }) => kind).slice(-2)).toEqual(["resolved", "contradicted"]);
  expect(await listOpenNotices()).toMatchObject([
    {
      kind: "contradiction",
      attemptId: id,
      transactionKey: key,
      takenBy: "Mira Castellanos",
      recorded: { moved: false, by: "Tobias Lindqvist" },
      moved: true,
    },
  ]);
}

describeStores("a wrong decision", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    await db().deleteFrom("notices").execute();
    await db().deleteFrom("attempt_steps").execute();
    await db().deleteFrom("attempts").execute();
    await db().deleteFrom("batch_lookups").execute();
  });

  test("is detected by a lookup, since lookups go on after it", async () => {
    const decided = await decideWrongly();
    expect(await countOpenNotices()).toBe(0);
    await lookupNow();
    await expectFoundOut(decided);
    await lookupNow(48);
    expect(await countOpenNotices()).toBe(1);
  });

  test("is detected in the batch when the gateway lists no transactions, and the batch says so", async () => {
    gateway.lists = false;
    const decided = await decideWrongly();
    await lookupNow();
    await expectFoundOut(decided);
    expect(await listNoticesOf({ batch: "1t1open" })).toMatchObject([{ transactionKey: decided.key }]);
  });

  test("is detected when any user reads the batch, long after the lookups have ended", async () => {
    const decided = await decideWrongly();
    await db().updateTable("attempts").set({ next_lookup_at: null }).execute();
    await person(() => listBatchTransactions("1t1open", { limit: 50, offset: 0 }));
    await expectFoundOut(decided);
    expect(await listNoticesOf({ batch: "1t1open" })).toHaveLength(1);
  });

  test("is detected when any user opens the payment", async () => {
    const decided = await decideWrongly();
    await person(() => readTransaction(decided.key));
    await expectFoundOut(decided);
  });

  test("is detected by an answer that comes after it", async () => {
    const decided = await decideWrongly();
    const [transaction = {}] = gateway.transactions;
    await recordOutcome(decided.id, { kind: "answered", tookMs: 1, transaction });
    await expectFoundOut(decided);
  });

  test("about an action is detected by the payment that it acted on", async () => {
    const paid = await run(cardSale());
    const key = paid.transaction?.key ?? "";
    const before = { ...gateway.transactions[0] };
    const { id } = await lose(follow("void", key, before));
    await decide(manager, { attemptId: id, moved: false, reason: "The portal shows it as it was." });
    expect(await offerEvidence({ ...before, key, trantype_code: "V" }, "an event")).toBe(1);
    expect(await listOpenNotices()).toMatchObject([{ command: "void", moved: true, attemptId: id }]);
  });

  test("that a payment went through is detected too: the gateway has it nowhere", async () => {
    gateway.behavior = "reset-before";
    const { id } = await run(cardSale());
    gateway.behavior = "approve";
    await run(cardSale("11.00"));
    await decide(manager, { attemptId: id, moved: true, reason: "The customer's bank said so." });
    await lookupNow(1);
    await lookupNow(2);
    expect(await findAttempt(id)).toMatchObject({
      problem: { moved: true, decidedBy: "Tobias Lindqvist" },
      contradiction: { moved: false },
    });
    expect(await listOpenNotices()).toMatchObject([{ moved: false, recorded: { moved: true } }]);
  });

  test("stays until a manager has acknowledged it; who and when are kept, and the first one counts", async () => {
    const { id, key } = await decideWrongly();
    await lookupNow();
    const [notice] = await listOpenNotices();
    const values = { notice: notice?.id ?? "" };
    expect(await acknowledge({ id: "u1", name: "Mira Castellanos", role: "clerk" }, values)).toMatchObject({
      ok: false,
    });
    expect(await countOpenNotices()).toBe(1);
    expect(await acknowledge({ id: "u2", name: "Noor Haddad", role: "admin" }, values)).toMatchObject({
      ok: true,
    });
    expect(await acknowledge(manager, values)).toMatchObject({
      ok: true,
      value: { acknowledged: { by: "Noor Haddad" } },
    });
    expect(await countOpenNotices()).toBe(0);
    expect(await listNoticesOf({ transaction: key })).toMatchObject([
      { acknowledged: { by: "Noor Haddad" } },
    ]);
    const steps = (await findAttempt(id))?.steps ?? [];
    expect(steps.filter(({ kind }) => kind === "acknowledged").map(({ text }) => text)).toEqual([
      "Acknowledged by Noor Haddad",
    ]);
  });

  test("is not reported where the evidence agrees with the decision: there is no notice, and the payment is linked", async () => {
    const { id } = await lose(cardSale());
    await decide(manager, { attemptId: id, moved: true, reason: "The acquirer has the sale." });
    await lookupNow();
    const key = String(gateway.transactions[0]?.key);
    expect(await findAttempt(id)).toMatchObject({ problem: { moved: true }, transaction: { key } });
    expect((await listAttempts({ transactionKey: key, limit: 5 })).map((one) => one.id)).toEqual([id]);
    expect(await countOpenNotices()).toBe(0);
  });
});

describeStores("a check that came back", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const returned = {
    key: "1nfcheck",
    result_code: "A",
    trantype_code: "K",
    status_code: "R",
    amount: "120.00",
    check: { accountholder: "Ada Okafor", returned: "2026-11-20", banknote: "R01" },
  };

  test("raises one notice, from any user, however often it is read", async () => {
    await offerEvidence(returned, "an event");
    await offerEvidence(returned, "an event");
    expect(await listOpenNotices()).toMatchObject([
      {
        kind: "return",
        outcome: "returned",
        reason: "R01",
        payer: "Check, Ada Okafor",
        amountCents: 12_000,
        isRefund: false,
      },
    ]);
  });

  test("names the bulk file of this console that sent it, its row and its people, though its results came later", async () => {
    const file = fileRow({ bulk_key: "g1", name: "checks.csv" });
    await db().insertInto("bulk_files").values(file).execute();
    await recordRows(
      file.id,
      [2, 5].map((row) => ({ row, digest: `d${row}`, trace: undefined })),
    );
    const [before] = await listOpenNotices(["return"]);
    expect(before).toMatchObject({ mayBeBulk: true });
    expect(before?.takenBy).toBeUndefined();
    await cacheResults(db(), "g1", 2, [{ ...returned, line: 3, status_code: "P" }]);
    expect(await listOpenNotices(["return"])).toMatchObject([
      {
        takenBy: "Ada Okafor",
        bulk: {
          fileId: file.id,
          fileName: "checks.csv",
          reference: file.reference,
          row: 5,
          preparedBy: "Ada Okafor",
          approvedBy: "Ben Alvarez",
        },
      },
    ]);
    expect(await listNoticesOf({ transaction: "1nfcheck" })).toMatchObject([{ bulk: { row: 5 } }]);
  });

  test("is what the payment shows from then on, when it was taken here", async () => {
    const { id, transaction } = await run(cardSale());
    await offerEvidence({ ...returned, key: transaction?.key }, "an event");
    expect(await findAttempt(id)).toMatchObject({
      state: "answered",
      returned: { outcome: "returned", reason: "R01" },
    });
    await acknowledge(manager, { notice: `return:${transaction?.key}` });
  });

  test("a clerk may acknowledge it", async () => {
    const person = { id: "u1", name: "Mira Castellanos", role: "clerk" } as const;
    expect(await acknowledge(person, { notice: "return:1nfcheck" })).toMatchObject({ ok: true });
    expect(await countOpenNotices()).toBe(0);
  });

  test("a settled check, a card and one that was never accepted raise nothing", async () => {
    await offerEvidence({ ...returned, key: "a", status_code: "S" }, "an event");
    await offerEvidence({ ...returned, key: "b", check: undefined }, "an event");
    await offerEvidence({ ...returned, key: "c", status_code: "E", result_code: "E" }, "an event");
    expect(await countOpenNotices()).toBe(0);
  });
});
