import { beforeAll, beforeEach, expect, test } from "vitest";
import { businessDayOf } from "#lib/business-day.ts";
import { countOpenItems, type DayFigures } from "#lib/day-end/day-end.ts";
import { reportText } from "#lib/day-end/report-html.ts";
import type { Batch } from "#lib/gateway/schemas/batch.ts";
import { refuse } from "#lib/result.ts";
import { DAY_MS, momentIn } from "#lib/time.ts";
import { findHead } from "#server/audit/record.ts";
import { verifyNow } from "#server/audit/verification.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { decide } from "#server/payments/decide.ts";
import {
  cardSale,
  checkSale,
  follow,
  gateway,
  lose,
  run,
  setUpConsole,
} from "#server/payments/test-console.ts";
import { sha256Hex } from "#server/sha256.ts";
import { businessClock } from "../business-clock.ts";
import { closeShift } from "../drawer/close.ts";
import { storeCount } from "../drawer/counts.ts";
import { openShift } from "../drawer/open-shift.ts";
import { readDayEnd, signDay } from "./day-end.ts";
import { fingerprintOf } from "./read-figures.ts";
import { findReport } from "./signed-days.ts";

setUpConsole();

const ruth = { id: "bookkeeper-1", name: "Ruth Adeyemi" };
const tomas = { id: "manager-1", name: "Tomas Lindqvist" };
const manager = { ...tomas, role: "manager" } as const;
const noApprover = async () => refuse("No manager signed.");
const today = () => businessDayOf(businessClock(), Date.now());

async function sign(user = ruth, note = "") {
  const { day, fingerprint } = await readDayEnd();
  return signDay(user, { day, fingerprint, note });
}

describeStores("the day end", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    for (const table of [
      "audit_events",
      "signed_days",
      "record_counts",
      "transaction_terms",
      "indexed_transactions",
      "reconciliations",
      "cached_batches",
      "history_batches",
      "webhook_events",
      "receipt_emails",
      "attempt_steps",
      "attempts",
    ] as const)
      await db().deleteFrom(table).execute();
  });

  onSqlite("an empty day has nothing left and can be signed", async () => {
    const { checks, figures, signatures } = await readDayEnd();
    expect(countOpenItems(checks)).toBe(0);
    expect(figures).toMatchObject({ transactions: 0, currencies: [{ currency: "USD", netCents: 0 }] });
    expect(signatures).toEqual([]);
    expect(await sign()).toEqual({ ok: true, value: { number: 1 } });
  });

  onSqlite("a receipt that the gateway could not email is open until a person sends it", async () => {
    const { transaction } = await run(cardSale("42.50"));
    const answer = { ...transaction, receipts: { customer: "Mail Not Sent: Invalid Address", merchant: "" } };
    const key = transaction?.key ?? "";
    const setAnswer = (change: object) =>
      db()
        .updateTable("attempts")
        .set({ answer: JSON.stringify({ ...answer, ...change }) })
        .where("transaction_key", "=", key)
        .execute();
    const receipts = async () =>
      (await readDayEnd()).checks.find(({ kind }) => kind === "receipts")?.items ?? [];
    await setAnswer({});
    expect(await receipts()).toMatchObject([
      { kind: "receipt", key, reason: "Mail Not Sent: Invalid Address" },
    ]);
    await setAnswer({ receipts: { customer: "Mail Sent Successfully", merchant: "" } });
    expect(await receipts()).toEqual([]);
    await setAnswer({});
    await db()
      .insertInto("receipt_emails")
      .values({ transaction_key: key, sent_at: Date.now(), user_name: "Ann" })
      .execute();
    expect(await receipts()).toEqual([]);
  });

  onSqlite("the figures are sales by tender, refunds, and voids that are not added", async () => {
    await run(cardSale("42.50"));
    await run(cardSale("7.50"));
    await run(checkSale("123456789"));
    const { transaction } = await run(cardSale("50.00"));
    await run(follow("void", transaction?.key ?? ""));
    const { figures } = await readDayEnd();
    expect(figures).toMatchObject({
      transactions: 3,
      currencies: [
        {
          currency: "USD",
          tenders: [
            { tender: "card", count: 2, cents: 5000 },
            { tender: "check", count: 1, cents: 300 },
          ],
          refunds: { count: 0, cents: 0 },
          voids: { count: 1, cents: 5000 },
          netCents: 5300,
        },
      ],
    });
  });

  onSqlite(
    "a signed day keeps its report and hash, and a later payment supersedes the signature",
    async () => {
      await run(cardSale("42.50"));
      expect(await sign(ruth, "Quiet day")).toEqual({ ok: true, value: { number: 1 } });
      const signed = await readDayEnd();
      expect(signed.signatures).toMatchObject([
        { number: 1, revision: 1, by: "Ruth Adeyemi", note: "Quiet day", fingerprint: signed.fingerprint },
      ]);
      const report = await findReport(1);
      expect(sha256Hex(reportText(report?.report ?? never()))).toBe(report?.hash);
      expect(JSON.stringify(report)).toContain("$42.50");

      await run(cardSale("1.00"));
      const later = await readDayEnd();
      expect(later.fingerprint).not.toBe(later.signatures[0]?.fingerprint);
      expect(await sign(tomas)).toEqual({ ok: true, value: { number: 2 } });
      expect(
        (await readDayEnd()).signatures.map(({ number, revision, by }) => [number, revision, by]),
      ).toEqual([
        [2, 2, "Tomas Lindqvist"],
        [1, 1, "Ruth Adeyemi"],
      ]);
      expect(await findReport(1)).toEqual(report);
    },
  );

  onSqlite(
    "a signed day that was changed in the store is shown as changed, even with other hashes written to it",
    async () => {
      await run(cardSale("42.50"));
      await sign();
      const row = await db().selectFrom("signed_days").selectAll().executeTakeFirstOrThrow();
      const [signature] = (await readDayEnd()).signatures;
      expect(signature).toMatchObject({ integrity: "intact", fileHash: sha256Hex(row.file ?? "") });
      const figures: DayFigures = JSON.parse(row.figures);
      const other = { ...figures, transactions: 9 };
      const fingerprint = fingerprintOf(other);
      for (const change of [
        { figures: JSON.stringify(other) },
        { figures: JSON.stringify(other), fingerprint },
        { figures: JSON.stringify(other), fingerprint, seal: "v1.x" },
        { report: row.report.replace("42.50", "99.50") },
        { note: "Another note" },
        { signed_by: "Somebody else" },
        { left_open: "{}" },
        { file: "<p>Another file" },
      ]) {
        await db().updateTable("signed_days").set(change).execute();
        expect((await readDayEnd()).signatures[0]?.integrity, JSON.stringify(change)).toBe("changed");
        await db().updateTable("signed_days").set(row).execute();
      }
      expect((await readDayEnd()).signatures[0]).toEqual(signature);
    },
  );

  onSqlite("the report has the head of the audit log, which finds a log that was cut off later", async () => {
    await run(cardSale("42.50"));
    const head = await findHead(db());
    const signed = await sign();
    const { report } = (signed.ok && (await findReport(signed.value.number))) || {};
    expect(report && reportText(report)).toContain(`Audit log${head?.position}:${head?.hash}`);
    const events = await db()
      .selectFrom("audit_events")
      .select(["name", "user_name", "data"])
      .where("subject", "=", today())
      .orderBy("position", "desc")
      .limit(2)
      .execute();
    expect(events.map(({ data, ...event }) => ({ ...event, ...JSON.parse(data) }))).toMatchObject([
      { name: "log.anchored", user_name: "Ruth Adeyemi", ...head },
      { name: "day.signed", user_name: "Ruth Adeyemi", number: 1 },
    ]);
    expect(await verifyNow(ruth)).toMatchObject({ anchoredTo: head?.position });
    await db()
      .deleteFrom("audit_events")
      .where("position", ">=", head?.position ?? 0)
      .execute();
    const { shown } = await verifyNow(ruth);
    expect(shown.map(({ at }) => at)).toContain(`event ${head?.position}`);
  });

  test("a day that an earlier version signed is marked, and still checked by its hashes", async () => {
    await run(cardSale("42.50"));
    await sign();
    await db().updateTable("signed_days").set({ seal: null, file: null }).execute();
    const integrity = async () => (await readDayEnd()).signatures.map((each) => each.integrity);
    expect(await integrity()).toEqual(["unsealed"]);
    expect((await findReport(1))?.file).toContain("$42.50");
    await run(cardSale("1.00"));
    await sign(tomas);
    expect(await integrity()).toEqual(["intact", "unsealed"]);
    await db().updateTable("signed_days").set({ seal: null }).where("number", "=", 2).execute();
    expect(await integrity()).toEqual(["unsealed", "unsealed"]);
    await run(cardSale("2.00"));
    await sign();
    await db().updateTable("signed_days").set({ figures: "{}" }).where("number", "=", 1).execute();
    expect(await integrity()).toEqual(["intact", "unsealed", "changed"]);
  });

  test("a decline, or a settlement without another amount, leaves a signature as it is", async () => {
    const { transaction } = await run(cardSale("42.50"));
    await sign();
    const { fingerprint } = await readDayEnd();
    await db()
      .updateTable("indexed_transactions")
      .set({ phase: "settled", batch_key: "b1" })
      .where("id", "=", transaction?.key ?? "")
      .execute();
    expect((await readDayEnd()).fingerprint).toBe(fingerprint);
  });

  test("figures that changed since they were seen are not signed, nor is a day twice", async () => {
    const { day, fingerprint } = await readDayEnd();
    await run(cardSale("42.50"));
    expect(await signDay(ruth, { day, fingerprint, note: "" })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("the figures have changed") },
    });
    expect(await sign()).toMatchObject({ ok: true, value: { number: 1 } });
    // Pressed again, as after a lost answer.
    expect(await sign()).toMatchObject({ ok: true, value: { number: 1 } });
    expect(await sign(tomas)).toMatchObject({
      ok: false,
      problem: { message: "Ruth Adeyemi has already signed this day. Nothing more was signed." },
    });
  });

  const soldElsewhere = (key: string) => ({
    type: "transaction",
    key,
    created: momentIn(businessClock().timeZone, Date.now()),
    ...{ trantype_code: "S", result_code: "A", status_code: "P", amount: "9.00" },
    creditcard: { number: "4xxxxxxxxxxx2224", type: "V" },
  });

  onSqlite(
    "reads the open batch before a signature, and refuses figures without a sale it shows",
    async () => {
      await run(cardSale("42.50"));
      const { day, fingerprint } = await readDayEnd();
      gateway.openBatch = [soldElsewhere("else1"), ...gateway.transactions];
      expect(await signDay(ruth, { day, fingerprint, note: "" })).toMatchObject({
        problem: { message: expect.stringContaining("the figures have changed") },
      });
      const { figures, batches } = await readDayEnd();
      expect(figures.currencies).toMatchObject([{ netCents: 5150 }]);
      expect(Date.now() - (batches.openReadAt ?? 0)).toBeLessThan(60_000);
      expect(await sign()).toMatchObject({ ok: true });
      expect(JSON.stringify((await findReport(1))?.report)).toContain("Open batch read");
    },
  );

  onSqlite("reads a payment that an event reported and the open batch doesn't show", async () => {
    await run(cardSale("42.50"));
    const { day, fingerprint } = await readDayEnd();
    gateway.openBatch = [...gateway.transactions];
    gateway.transactions.push(soldElsewhere("else2"));
    await db()
      .insertInto("webhook_events")
      .values({
        ...{ event_id: "e1", event_type: "transaction.sale.success", transaction_key: "else2", refnum: null },
        ...{
          triggered: null,
          received_at: Date.now(),
          last_received_at: Date.now(),
          deliveries: 1,
          body: "{}",
        },
        ...{
          verdict: "nothing",
          verdict_text: "",
          shown: null,
          checked_at: 1,
          next_check_at: null,
          checks: 1,
        },
      })
      .execute();
    expect(await signDay(ruth, { day, fingerprint, note: "" })).toMatchObject({ ok: false });
    expect((await readDayEnd()).figures.currencies).toMatchObject([{ netCents: 5150 }]);
    expect(await sign()).toMatchObject({ ok: true });
  });

  onSqlite(
    "says how old the reading is when the open batch can't be read, and signs that with a note",
    async () => {
      await run(cardSale("42.50"));
      await sign();
      await run(cardSale("1.00"));
      gateway.unreadable = "/batches/current/transactions";
      expect(await sign()).toMatchObject({
        problem: {
          message: expect.stringMatching(/the open batch could not be read: .*The last reading was just now/),
          fields: { note: expect.any(String) },
        },
      });
      expect(await sign(ruth, "The gateway is away")).toMatchObject({ ok: true });
      const { report } = (await findReport(2)) ?? never();
      expect(report.sections.at(-1)?.rows).toContainEqual([
        "Open batch read",
        expect.stringContaining("not again before signing: the open batch could not be read"),
      ]);
      gateway.unreadable = undefined;
    },
  );

  test("counts the closed batches that were not compared, also in the signed report", async () => {
    await closedBatch("b1", "1", "reconciled");
    const row = { sequence: null, opened_at: 1, closed_at: 2 };
    await db()
      .insertInto("history_batches")
      .values(["b1", "b2", "b3"].map((batch_key) => ({ batch_key, ...row })))
      .execute();
    expect((await readDayEnd()).uncompared).toBe(2);
    await sign(ruth, "They are being read");
    const { report } = (await findReport(1)) ?? never();
    expect(report.sections.find(({ title }) => title === "Left open")?.rows).toEqual([
      ["Unsigned batches", "1"],
      ["Closed batches not compared yet", "2"],
    ]);
  });

  test("of people who sign at once, one signs", async () => {
    await run(cardSale("42.50"));
    const { day, fingerprint } = await readDayEnd();
    const people = [ruth, tomas, ruth, tomas];
    const outcomes = await Promise.all(people.map((user) => signDay(user, { day, fingerprint, note: "" })));
    const { signatures } = await readDayEnd();
    expect(signatures).toHaveLength(1);
    // Both presses of the one who signed have the same answer.
    expect(outcomes.map(({ ok }) => ok)).toEqual(people.map(({ name }) => name === signatures[0]?.by));
  });

  test("different days signed at once get different numbers", async () => {
    const { transaction } = await run(cardSale("42.50"));
    const { fingerprint: _, ...rest } = await readDayEnd();
    await db()
      .updateTable("indexed_transactions")
      .set({ business_day: "2026-01-05" })
      .where("id", "=", transaction?.key ?? "")
      .execute();
    const days = [1, 2, 3, 4].map((back) => businessDayOf(businessClock(), rest.now - back * DAY_MS));
    const seen = await Promise.all(days.map((day) => readDayEnd(day)));
    const outcomes = await Promise.all(
      seen.map(({ day, fingerprint }) => signDay(ruth, { day, fingerprint, note: "" })),
    );
    expect(outcomes.map((outcome) => outcome.ok && outcome.value.number).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("an unknown outcome stops the signature until it is decided", async () => {
    const { id } = await lose(cardSale("17.00"));
    // The gateway doesn't list it yet.
    gateway.openBatch = [];
    const { checks } = await readDayEnd();
    expect(checks.find(({ kind }) => kind === "unknown")?.items).toMatchObject([
      { kind: "unknownPayment", id, cents: 1700 },
    ]);
    expect(await sign(ruth, "It waits for the bank")).toMatchObject({
      ok: false,
      problem: { message: "Not signed: decide the unknown outcomes first." },
    });
    await decide(manager, { attemptId: id, moved: false, reason: "Not in the gateway's list." });
    expect(await sign()).toMatchObject({ ok: true });
  });

  onSqlite("requires a note for open items, and lists them in the report", async () => {
    await closedBatch("b8", "30", "reconciled");
    await closedBatch("b9", "31", "differences");
    const { checks } = await readDayEnd();
    expect(checks.find(({ kind }) => kind === "batches")?.items).toMatchObject([
      { kind: "batch", key: "b9", name: "31", isReady: false },
      { kind: "batch", key: "b8", name: "30", isReady: true },
    ]);
    expect(await sign()).toMatchObject({
      ok: false,
      problem: { message: "Not signed: say in the note why something stays open." },
    });
    expect(await sign(ruth, "We wait for the gateway")).toMatchObject({ ok: true });
    expect((await readDayEnd()).signatures[0]?.left).toMatchObject({ batches: 2, unknown: 0 });
    const report = (await findReport(1))?.report ?? never();
    const rowsOf = (name: string) => report.sections.find(({ title }) => title === name)?.rows;
    expect(rowsOf("Left open")).toEqual([["Unsigned batches", "2"]]);
    expect(rowsOf("Exceptions")).toEqual([
      ["Batch 31", "Has differences"],
      ["Batch 30", "Not signed"],
    ]);
  });

  onSqlite("a drawer that is not closed is listed until its Z report is there", async () => {
    const opened = await openShift(manager, { drawer: "Drawer 1", floatCents: 0, reason: "" }, noApprover);
    const shift = opened.ok ? opened.value.number : 0;
    const drawers = async () =>
      (await readDayEnd()).checks.find(({ kind }) => kind === "drawers")?.items ?? [];
    expect(await drawers()).toMatchObject([{ kind: "drawer", drawer: "Drawer 1", isCounted: false }]);
    const countId = "count-number-00000000001";
    await storeCount(ruth, { id: countId, shift, previous: null, pieces: {} });
    expect(await drawers()).toMatchObject([{ shift, isCounted: true }]);
    const closing = { shift, countId, reason: "", nextFloatCents: 0 };
    await closeShift(manager, closing, noApprover);
    expect(await drawers()).toEqual([]);
    const { details } = await readDayEnd();
    expect(details.drawers).toMatchObject([{ drawer: "Drawer 1", shift, expectedCents: 0, countedCents: 0 }]);
    expect((await readDayEnd("2026-01-05")).details.drawers).toEqual([]);
    await sign();
    expect(JSON.stringify((await findReport(1))?.report)).toContain("$0.00 counted, exact");
  });

  test("names the batches that closed on the day, with their totals as far as they are read", async () => {
    const now = Date.now();
    await closedBatch("b5", "27", "reconciled", { total_amount: "12.50", total_count: 2 });
    await db()
      .insertInto("history_batches")
      .values([
        { batch_key: "b5", sequence: "27", opened_at: now - 9000, closed_at: now },
        { batch_key: "b6", sequence: "28", opened_at: now, closed_at: now + 1 },
        { batch_key: "b7", sequence: "29", opened_at: now, closed_at: null },
        { batch_key: "b4", sequence: "26", opened_at: 1, closed_at: now - 3 * DAY_MS },
      ])
      .execute();
    // Closed since the list was read.
    const closed = momentIn(businessClock().timeZone, now + 2000);
    await closedBatch("b7", "29", "waiting", { closed });
    const { details } = await readDayEnd(undefined, now);
    expect(details.batches).toEqual([
      expect.objectContaining({
        name: "27",
        sums: [{ currency: "USD", cents: 1250, count: 2 }],
        state: "reconciled",
      }),
      expect.objectContaining({ name: "28", sums: undefined, state: undefined }),
      expect.objectContaining({ name: "29", state: "waiting" }),
    ]);
  });

  test("a batch that only waits for something is not listed", async () => {
    await closedBatch("b7", "29", "waiting");
    expect(countOpenItems((await readDayEnd()).checks)).toBe(0);
  });

  test("events that were not checked in two minutes are listed", async () => {
    const event = (id: string, receivedAt: number, verdict: "waiting" | "confirmed") => ({
      event_id: id,
      event_type: "transaction.sale.success",
      transaction_key: "k1",
      refnum: null,
      triggered: null,
      received_at: receivedAt,
      last_received_at: receivedAt,
      deliveries: 1,
      body: "{}",
      verdict,
      verdict_text: "Not checked yet.",
      shown: null,
      checked_at: null,
      next_check_at: null,
      checks: 0,
    });
    const now = Date.now();
    await db()
      .insertInto("webhook_events")
      .values([
        event("late", now - 300_000, "waiting"),
        event("fresh", now - 1000, "waiting"),
        event("done", now - 300_000, "confirmed"),
      ])
      .execute();
    const { checks } = await readDayEnd();
    expect(checks.find(({ kind }) => kind === "events")?.items).toMatchObject([
      { kind: "event", id: "late" },
    ]);
  });

  onSqlite("a day before the first known payment can't be signed", async () => {
    const before = async (note: string) => {
      const { day, fingerprint } = await readDayEnd("1999-01-01");
      return signDay(ruth, { day, fingerprint, note });
    };
    const refused = { problem: { message: "Not signed: no payment is known of this day or before it." } };
    expect(await before("")).toMatchObject(refused);
    await run(cardSale("42.50"));
    expect((await readDayEnd("1999-01-01")).firstDay).toBe(today());
    expect(await before("It was a quiet day")).toMatchObject(refused);
  });

  test("a future or invalid day is shown as today, and can't be signed", async () => {
    for (const named of ["2999-01-01", "2026-02-30", "yesterday"])
      expect((await readDayEnd(named)).day).toBe(today());
    const { fingerprint } = await readDayEnd();
    expect(await signDay(ruth, { day: "2999-01-01", fingerprint, note: "" })).toMatchObject({
      ok: false,
      problem: { message: "Not signed: this day has not begun." },
    });
  });
});

async function closedBatch(
  key: string,
  sequence: string,
  state: "differences" | "reconciled" | "waiting",
  totals: Batch = {},
) {
  const batch: Batch = { key, sequence, status: "closed", closed: "2026-11-18 20:00:00", ...totals };
  const now = Date.now();
  await db()
    .insertInto("cached_batches")
    .values({ key, batch: JSON.stringify(batch), closed: 1, read_at: now })
    .execute();
  const run = { number: 1, hash: "", figures: "{}", opened_at: now, checked_at: now };
  const unsigned = { signed_by: null, signed_name: null, signed_at: null, note: null, superseded_at: null };
  await db()
    .insertInto("reconciliations")
    .values({ batch_key: key, state, ...run, ...unsigned })
    .execute();
}

function never(): never {
  throw new Error("There is no report.");
}
