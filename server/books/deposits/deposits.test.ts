import { beforeEach, describe, expect, test } from "vitest";
import { bankingDaysAfter } from "#lib/deposits/banking-days.ts";
import { usualRules } from "#lib/deposits/funding-rules.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { verifyLog } from "#server/audit/verify.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type OpenStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { cachePage } from "#server/gateway-cache/cached-transactions.ts";
import { listDepositProblems } from "../attention/deposit-problems.ts";
import { readProgress, saveProgress } from "../index/history-progress.ts";
import { writeRows } from "../index/write-rows.ts";
import { testRow } from "../search/test-rows.ts";
import { readBatchDeposits, readDepositStates } from "./batch-deposits.ts";
import { changeRules, confirmSuggested, enterDeposit, matchByHand, setAside, undoMatch } from "./change.ts";
import { importFile, previewFile } from "./files.ts";
import { matchExact } from "./match-exact.ts";
import { readDeposits } from "./view.ts";

process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
process.env.GATEWAY_API_KEY = "test-key";
process.env.GATEWAY_API_PIN = "test-pin";
process.env.AUTH_SECRET = "a".repeat(40);

const ann = { id: "u1", name: "Ann", role: "bookkeeper" } as SignedInUser; // what these functions read of it
const ben = { id: "u2", name: "Ben", role: "manager" } as SignedInUser; // likewise

const sale = (key: string, amount: string, over: Partial<TransactionDetail> = {}): TransactionDetail => ({
  key,
  amount,
  trantype_code: "S",
  status_code: "S",
  result_code: "A",
  creditcard: { number: "xxxxxxxxxxxx2224", type: "V" },
  ...over,
});

/** A closed batch whose transactions are all in the gateway cache. */
async function closedBatch(key: string, day: string, transactions: readonly TransactionDetail[]) {
  const batch = { key, status: "closed", sequence: key.slice(1), closed: `${day} 22:00:00` };
  await db()
    .insertInto("cached_batches")
    .values({ key, batch: JSON.stringify(batch), closed: 1, read_at: 1 })
    .execute();
  await cachePage(db(), key, transactions.length, transactions, 1);
  await db()
    .insertInto("batch_syncs")
    .values({
      list_key: key,
      kind: "batch",
      total: transactions.length,
      read: transactions.length,
      done_at: 1,
      next_at: 1,
      waits: null,
    })
    .execute();
}

const ofx = (...lines: readonly [fitId: string, day: string, amount: string, name: string][]) => ({
  name: "checking.ofx",
  content: Buffer.from(
    `OFXHEADER:100\n\n<OFX><STMTRS><BANKACCTFROM><ACCTID>55004471<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>
${lines.map(([fitId, day, amount, name]) => `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day.replaceAll("-", "")}<TRNAMT>${amount}<FITID>${fitId}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></OFX>`,
  ).toString("base64"),
});

const all = () => readDeposits({ offset: 0 });
const only = async () => {
  const { deposits } = await all();
  const [deposit] = deposits;
  if (!deposit || deposits.length > 1) throw new Error(`${deposits.length} deposits`);
  return deposit;
};

describe("banking days", () => {
  test("skip weekends and the holidays of the Federal Reserve", () => {
    expect(bankingDaysAfter("2026-11-20", 1)).toBe("2026-11-23");
    expect(bankingDaysAfter("2026-11-25", 1)).toBe("2026-11-27");
    expect(bankingDaysAfter("2026-07-02", 1)).toBe("2026-07-03");
    expect(bankingDaysAfter("2027-07-02", 1)).toBe("2027-07-06");
    expect(bankingDaysAfter("2026-12-31", 1)).toBe("2027-01-04");
  });
});

describeStores("deposits", (open: OpenStore, onSqlite) => {
  beforeEach(async () => useStore((await open()).db));

  onSqlite(
    "a batch is expected at the bank by cards, American Express and checks, without cash and voids",
    async () => {
      await closedBatch("b1", "2026-11-17", [
        sale("t1", "100.00"),
        sale("t2", "30.00", { trantype_code: "C" }),
        sale("t3", "50.00", { creditcard: { number: "xxxxxxxxxxx0005", type: "A" } }),
        sale("t4", "20.00", { trantype_code: "K", creditcard: undefined, check: { accountholder: "Ada" } }),
        sale("t5", "7.00", { trantype_code: "G", creditcard: undefined }),
        sale("t6", "9.00", { trantype_code: "V", status_code: "V" }),
        sale("t7", "11.00", { result_code: "D" }),
        sale("t8", "12.00", { currency: "978" }),
      ]);
      await matchExact();
      const read = await readBatchDeposits("b1");
      expect(
        read.kind === "known" &&
          read.parts.map(({ part, currency, cents, count, due }) => [part, currency, cents, count, due]),
      ).toEqual([
        ["amex", "USD", 5000, 1, "2026-11-19"],
        ["cards", "EUR", 1200, 1, "2026-11-19"],
        ["cards", "USD", 7000, 2, "2026-11-19"],
        ["cash", "USD", 700, 1, undefined],
        ["checks", "USD", 2000, 1, "2026-11-24"],
      ]);
      for (const key of ["unknown", "constructor"])
        expect(await readBatchDeposits(key), key).toEqual({ kind: "open" });
    },
  );

  test("an imported deposit that one batch explains is matched, and a second import changes nothing", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00"), sale("t2", "25.50")]);
    const file = ofx(["f1", "2026-11-19", "125.50", "MERCH DEP"], ["f2", "2026-11-19", "-8.00", "OTHER"]);
    expect(await previewFile(file)).toMatchObject({ counts: { new: 2, here: 0, possible: 0 } });
    expect(await all()).toMatchObject({ total: 0 });
    expect(await importFile(ann, file)).toMatchObject({ added: 2, here: 0, matched: 1 });
    expect(await importFile(ben, file)).toMatchObject({ added: 0, here: 2, matched: 0 });
    expect(await previewFile(file)).toMatchObject({
      counts: { new: 0, here: 2 },
      importedBefore: { by: "Ann" },
    });
    const { deposits, counts, imports } = await all();
    expect(counts).toEqual({ all: 2, open: 1, matched: 1, leftOut: 0 });
    expect(imports).toMatchObject([{ by: "Ann", name: "checking.ofx", lines: 2, matched: 1 }]);
    expect(deposits[0]).toMatchObject({
      cents: 12_550,
      account: "Checking account ending 4471",
      match: { how: "automatic", by: undefined, portions: [{ batchName: "1", cents: 12_550 }] },
    });
    expect(await readBatchDeposits("b1")).toMatchObject({
      parts: [{ deposit: { day: "2026-11-19", cents: 12_550, shortCents: 0, others: 0 } }],
    });
  });

  test("an overlapping file adds only its new lines", async () => {
    await importFile(ann, ofx(["f1", "2026-11-18", "1.00", "A"], ["f2", "2026-11-19", "2.00", "B"]));
    const later = ofx(["f2", "2026-11-19", "2.00", "B"], ["f3", "2026-11-20", "3.00", "C"]);
    expect(await importFile(ann, later)).toMatchObject({ added: 1, here: 1 });
    expect((await all()).total).toBe(3);
  });

  test("a line that came by another file is a possible duplicate, and left out unless asked for", async () => {
    await importFile(ann, ofx(["f1", "2026-11-18", "1.00", "A"]));
    const csv = {
      name: "x.csv",
      content: Buffer.from("Date,Description,Amount\n11/18/2026,A,1.00").toString("base64"),
    };
    expect(await previewFile(csv)).toMatchObject({ counts: { possible: 1, new: 0 } });
    expect(await importFile(ann, csv)).toMatchObject({ added: 0, possible: 1 });
    expect(await importFile(ann, { ...csv, includePossible: true })).toMatchObject({ added: 1, possible: 0 });
  });

  test("of two imports of one file at the same time, each line is stored once", async () => {
    const file = ofx(["f1", "2026-11-18", "1.00", "A"], ["f2", "2026-11-19", "2.00", "B"]);
    const results = await Promise.all([importFile(ann, file), importFile(ben, file)]);
    expect(results.reduce((sum, result) => sum + (result.kind === "imported" ? result.added : 0), 0)).toBe(2);
    expect((await all()).total).toBe(2);
  });

  test("an automatic match is in the audit log, which misses one that was made or removed behind its back", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00")]);
    await importFile(ann, ofx(["f1", "2026-11-19", "100.00", "MERCH DEP"]));
    const deposit = await only();
    const { position, ...event } = await db()
      .selectFrom("audit_events")
      .select(["position", "user_name", "subject", "data"])
      .where("name", "=", "deposit.matched")
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      user_name: "console",
      subject: deposit.id,
      data: JSON.stringify({ match: deposit.match?.id, batches: 1 }),
    });
    const faults = async () => (await verifyLog(db())).completeness.map(({ at }) => at);
    expect(await faults()).toEqual([]);
    const row = await db().selectFrom("deposit_matches").selectAll().executeTakeFirstOrThrow();
    await db().updateTable("deposits").set({ match_id: null }).execute();
    await db().deleteFrom("deposit_claims").execute();
    await db()
      .updateTable("deposit_matches")
      .set({ id: "made-by-hand", matched_at: row.matched_at + 60_000 })
      .execute();
    expect(await faults()).toEqual([`deposit ${deposit.id}`, `event ${position}`]);
  });

  onSqlite("a match that was undone keeps its reason and is not made automatically again", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00")]);
    await importFile(ann, ofx(["f1", "2026-11-19", "100.00", "MERCH DEP"]));
    expect((await readDepositStates(["b1"])).b1).toEqual({ kind: "deposited", day: "2026-11-19" });
    const match = (await only()).match?.id ?? "";
    expect(await undoMatch(ben, { match, reason: "Belongs to the other store" })).toMatchObject({ ok: true });
    expect(await undoMatch(ben, { match, reason: "Twice" })).toMatchObject({ ok: false });
    expect(await matchExact()).toBe(0);
    const open = await only();
    expect(open).toMatchObject({
      match: undefined,
      proposal: { kind: "suggested", why: "undone" },
      undone: [{ by: "Ben", reason: "Belongs to the other store" }],
    });
    const again = { deposit: open.id, portions: ["b1 cards USD"], feeCents: 0 };
    expect(await confirmSuggested(ann, { matches: [again] })).toMatchObject({ ok: true });
    expect((await only()).match).toMatchObject({ how: "suggested", by: "Ann" });
  });

  test("two deposits for one batch are ambiguous: neither is matched until a user chooses", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00")]);
    await importFile(ann, ofx(["f1", "2026-11-18", "100.00", "A"], ["f2", "2026-11-19", "100.00", "B"]));
    const { deposits, suggested } = await all();
    expect(suggested).toBe(0);
    expect(deposits.map(({ proposal }) => proposal?.kind)).toEqual(["ambiguous", "ambiguous"]);
    const both = await Promise.all(
      deposits.map(({ id }, place) =>
        matchByHand(place === 0 ? ann : ben, {
          deposit: id,
          portions: ["b1 cards USD"],
          adjustments: [],
          note: "",
        }),
      ),
    );
    // A part of a batch is paid once, when two press at once.
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db().selectFrom("deposit_claims").selectAll().execute()).toHaveLength(1);
    expect(await db().selectFrom("deposit_matches").selectAll().execute()).toHaveLength(1);
  });

  test("a match by hand that leaves one solution for another deposit has it matched at once", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00")]);
    await closedBatch("b2", "2026-11-17", [sale("t2", "100.00")]);
    await importFile(ann, ofx(["f1", "2026-11-18", "100.00", "A"], ["f2", "2026-11-18", "100.00", "B"]));
    const { deposits } = await all();
    expect(deposits.map(({ proposal }) => proposal?.kind)).toEqual(["ambiguous", "ambiguous"]);
    const [one] = deposits;
    const request = { deposit: one?.id ?? "", portions: ["b1 cards USD"], adjustments: [], note: "" };
    expect(await matchByHand(ann, request)).toMatchObject({ ok: true });
    const after = await all();
    expect(after.deposits.map(({ match }) => match?.how).sort()).toEqual(["automatic", "by-hand"]);
    // The sums of what is listed follow the state.
    const open = { cents: 0, count: 0 };
    expect((await readDeposits({ offset: 0, state: "open" })).sums[0]).toMatchObject({ chosen: open });
    const matched = { cents: 20_000, count: 2 };
    expect((await readDeposits({ offset: 0, state: "matched" })).sums[0]).toMatchObject({ chosen: matched });
    expect(after.sums[0]).toMatchObject({ chosen: matched, total: matched });
  });

  onSqlite(
    "a match by hand closes to the cent, with fees and what the bank paid less on their own lines",
    async () => {
      await closedBatch("b1", "2026-11-16", [sale("t1", "100.00")]);
      await closedBatch("b2", "2026-11-17", [sale("t2", "200.00")]);
      await importFile(ann, ofx(["f1", "2026-11-19", "290.00", "MERCH DEP"]));
      const { id: deposit } = await only();
      const request = { deposit, portions: ["b1 cards USD", "b2 cards USD"], note: "" };
      const fee = { kind: "fee", cents: -800 } as const;
      expect(await matchByHand(ann, { ...request, adjustments: [fee] })).toMatchObject({
        problem: { message: "−$2.00 is left over. Nothing was saved." },
      });
      const short = { kind: "short", cents: -200 } as const;
      expect(await matchByHand(ann, { ...request, adjustments: [fee, short] })).toMatchObject({ ok: true });
      expect(await readBatchDeposits("b2")).toMatchObject({
        parts: [{ deposit: { cents: 29_000, shortCents: 200, others: 1 } }],
      });
      const state = { kind: "short", sums: [{ currency: "USD", cents: 200 }] };
      expect(await readDepositStates(["b1", "b2", "unknown"])).toEqual({ b1: state, b2: state });
      expect(await listDepositProblems(Date.parse("2026-11-25T12:00:00Z"))).toMatchObject([
        { kind: "shortDeposit", id: deposit, day: "2026-11-19", cents: 200 },
      ]);
      expect(await listDepositProblems(Date.parse("2027-01-25T12:00:00Z"))).toEqual([]);
      const [sums] = (await all()).sums;
      expect(sums).toMatchObject({
        matched: { cents: 29_000, count: 1 },
        fees: { cents: -800, count: 1 },
        open: { cents: 0, count: 0 },
      });
    },
  );

  onSqlite(
    "fees that are kept from deposits are matched to the cent once the agreement is known",
    async () => {
      await closedBatch("b1", "2026-11-17", [sale("t1", "4400.45")]);
      await importFile(ann, ofx(["f1", "2026-11-19", "4285.94", "MERCH DEP"]));
      expect((await only()).proposal?.kind).toBe("none");
      await changeRules(ben, { ...usualRules, fees: "net" });
      expect((await only()).proposal).toMatchObject({
        kind: "suggested",
        why: "fee",
        solution: { feeCents: 11_451 },
      });
      await changeRules(ben, { ...usualRules, fees: "net", ratePpm: 26_000, perItemCents: 10 });
      expect((await only()).match).toMatchObject({
        how: "automatic",
        adjustments: [{ kind: "fee", cents: -11_451 }],
      });
      expect((await all()).rulesBy).toMatchObject({ by: "Ben" });
    },
  );

  test("a deposit that differs from the known fee is short or over, and never suggested", async () => {
    await changeRules(ben, { ...usualRules, fees: "net", ratePpm: 26_000, perItemCents: 10 });
    await closedBatch("b1", "2026-11-17", [sale("t1", "4400.45")]);
    await importFile(ann, ofx(["f1", "2026-11-19", "4280.94", "MERCH DEP"]));
    expect((await only()).proposal).toMatchObject({
      kind: "none",
      closest: { portions: [{ batchName: "1", cents: 440_045 }], feeCents: 11_451, differenceCents: -500 },
    });
    expect((await all()).suggested).toBe(0);
    // A page from before the rate was entered still shows the whole difference as the fee.
    const { id } = await only();
    const old = { deposit: id, portions: ["b1 cards USD"], feeCents: 11_951 };
    expect(await confirmSuggested(ann, { matches: [old] })).toMatchObject({
      problem: { message: expect.stringMatching(/^This suggestion has changed/) },
    });
    expect((await only()).match).toBeUndefined();
  });

  test("a deposit that was entered twice is there once; fees and other lines are set aside", async () => {
    const entry = {
      id: "entered-12345678901234ab",
      day: "2026-11-18",
      cents: -2995,
      description: "MONTHLY FEE",
      trace: "",
    };
    await Promise.all([enterDeposit(ann, entry), enterDeposit(ann, entry)]);
    const { id, proposal } = await only();
    expect(proposal).toEqual({ kind: "fee" });
    expect(await setAside(ann, { deposit: id, purpose: "fee", note: "" })).toMatchObject({ ok: true });
    expect(await setAside(ben, { deposit: id, purpose: "left-out", note: "" })).toMatchObject({ ok: false });
    expect((await all()).sums[0]).toMatchObject({ fees: { cents: -2995, count: 1 } });
    for (const change of [{ cents: entry.cents + 1 }, { day: "2026-11-02" }, { description: "Other" }])
      expect(await enterDeposit(ann, { ...entry, ...change })).toMatchObject({
        problem: { message: expect.stringContaining("with other contents") },
      });
    expect(await enterDeposit(ben, entry)).toMatchObject({ ok: false });
    expect(await enterDeposit(ann, entry)).toMatchObject({ ok: true });
    expect(
      await enterDeposit(ann, { ...entry, id: "entered-12345678901234cd", day: "2999-01-01" }),
    ).toMatchObject({
      problem: { fields: { day: expect.stringMatching(/hasn't come yet/) } },
    });
  });

  test("a second deposit of the same day and amount is asked about, also of two at once", async () => {
    const entry = { day: "2026-11-18", cents: 12_500, description: "MERCH DEP", trace: "" };
    const ids = ["entered-12345678901234ab", "entered-12345678901234cd"];
    const outcomes = await Promise.all(ids.map((id) => enterDeposit(ann, { ...entry, id })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      problem: {
        fields: {
          again: expect.stringMatching(
            /^\$125\.00 on .*Nov 18, 2026 is here already: MERCH DEP, added by Ann/,
          ),
        },
      },
    });
    const third = { ...entry, id: "entered-12345678901234ef" };
    expect(await enterDeposit(ben, third)).toMatchObject({ ok: false });
    expect(await enterDeposit(ben, { ...third, again: true })).toMatchObject({ ok: true });
    expect((await all()).total).toBe(2);
  });

  test("a deposit without a match says when batches are still read, or that its batch is paid already", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00")]);
    await importFile(ann, ofx(["F1", "2026-11-19", "100.00", "MERCH DEP"]));
    const none = async () => (await all()).deposits.find(({ match }) => !match)?.proposal;
    await importFile(ann, ofx(["F2", "2026-11-20", "100.00", "MERCH DEP AGAIN"]));
    expect(await none()).toMatchObject({
      kind: "none",
      paid: { portion: { batchKey: "b1", part: "cards" }, day: "2026-11-19" },
    });
    expect((await all()).isReading).toBe(true);
    await saveProgress({ ...(await readProgress()), listed_at: 1, next_offset: null });
    expect((await all()).isReading).toBe(false);
    // A check that may still be returned, and that the gateway was not asked for yet.
    await writeRows(db(), [testRow("c1", { tender: "check", brand: null, reread_at: 1 })]);
    expect((await all()).isReading).toBe(true);
  });

  onSqlite("an unpaid batch waits since it closed, and is late after its due day", async () => {
    await closedBatch("b1", "2026-11-17", [sale("t1", "100.00"), sale("t2", "5.00", { trantype_code: "G" })]);
    const now = Date.parse("2026-11-20T18:00:00Z");
    // Without a deposit, nobody follows them here.
    expect(await listDepositProblems(now)).toEqual([]);
    expect(await all()).toMatchObject({
      hasDeposits: false,
      waiting: [{ isLate: false }, { isLate: false }],
    });
    await importFile(ann, ofx(["f1", "2026-11-18", "-1.00", "X"]));
    expect(await listDepositProblems(now)).toMatchObject([
      { kind: "lateDeposit", what: "Batch 1, cards", due: "2026-11-19", cents: 10_000 },
    ]);
    const { waiting, hasDeposits } = await all();
    expect(hasDeposits).toBe(true);
    expect(waiting).toMatchObject([
      { part: "cards", closedDay: "2026-11-17", due: "2026-11-19", isLate: true },
      { part: "cash", due: undefined, isLate: false },
    ]);
    expect((await readDepositStates(["b1"])).b1).toMatchObject({
      kind: "waiting",
      since: "2026-11-17",
      due: "2026-11-19",
      isLate: true,
    });
    // Two at the bank, of which a person has to choose one.
    await importFile(
      ann,
      ofx(["f2", "2026-11-18", "100.00", "MERCH DEP"], ["f3", "2026-11-19", "100.00", "MERCH DEP"]),
    );
    expect(await listDepositProblems(now)).toMatchObject([
      { what: "Batch 1, cards", deposit: { day: "2026-11-18", cents: 10_000 } },
    ]);
    const mayPay = { day: "2026-11-18", cents: 10_000 };
    expect((await all()).waiting).toMatchObject([{ part: "cards", mayPay }, { part: "cash" }]);
    expect(await readBatchDeposits("b1")).toMatchObject({ parts: [{ mayPay }, { mayPay: undefined }] });
    expect((await readDepositStates(["b1"])).b1).toEqual({ kind: "toMatch", day: "2026-11-18" });
  });

  onSqlite(
    "money due before the first bank line isn't waited for, but named, and can be matched by hand",
    async () => {
      await closedBatch("b20", "2026-10-02", [sale("t0", "70.00")]);
      await closedBatch("b23", "2026-11-20", [sale("t1", "50.00")]);
      await closedBatch("b25", "2026-11-23", [
        sale("t2", "100.00"),
        sale("t3", "2.00", { trantype_code: "G" }),
      ]);
      await closedBatch("b26", "2026-11-24", [sale("t4", "30.00")]);
      const batches = async () => {
        const { waiting, earlier } = await all();
        const numbers = (portions: typeof waiting) => portions.map(({ batchName }) => batchName);
        return { waiting: numbers(waiting), earlier: { ...earlier, portions: numbers(earlier.portions) } };
      };
      await importFile(ann, ofx(["f1", "2026-11-27", "-1.00", "X"]));
      expect(await batches()).toEqual({
        waiting: ["26"],
        earlier: {
          from: "2026-11-27",
          portions: ["23", "25", "25"],
          sums: [{ currency: "USD", cents: 22_000, count: 3 }],
        },
      });
      expect(await readBatchDeposits("b25")).toMatchObject({
        follows: { from: "2026-11-27", hasDeposits: true },
        parts: [
          { part: "cards", isFollowed: false },
          { part: "cash", isFollowed: false },
        ],
      });
      expect(await readBatchDeposits("b26")).toMatchObject({ parts: [{ isFollowed: true }] });
      expect((await readDepositStates(["b25"])).b25).toBeUndefined();
      // The bank's first day is Tuesday, when the batch of Friday is due.
      await importFile(ann, ofx(["f2", "2026-11-24", "-1.00", "X"]));
      expect((await batches()).waiting).toEqual(["23", "25", "25", "26"]);
    },
  );

  test("a batch that a bank line may pay is followed, though it was due before the first of them", async () => {
    await closedBatch("b25", "2026-11-23", [sale("t1", "100.00")]);
    await importFile(ann, ofx(["f1", "2026-11-27", "100.00", "A"], ["f2", "2026-11-27", "100.00", "B"]));
    const { waiting, earlier } = await all();
    expect([waiting.length, earlier.portions.length, earlier.sums]).toEqual([1, 0, []]);
    expect((await readDepositStates(["b25"])).b25).toEqual({ kind: "toMatch", day: "2026-11-27" });
  });

  test("lists the days and the state that were asked for", async () => {
    await importFile(
      ann,
      ofx(
        ["f1", "2026-11-17", "1.00", "A"],
        ["f2", "2026-11-18", "2.00", "B"],
        ["f3", "2026-11-19", "3.00", "C"],
      ),
    );
    const [third] = (await all()).deposits;
    await setAside(ann, { deposit: third?.id ?? "", purpose: "left-out", note: "Transfer" });
    const open = await readDeposits({ offset: 0, state: "open", from: "2026-11-18" });
    expect(open.deposits.map(({ description }) => description)).toEqual(["B"]);
    expect(open.counts).toEqual({ all: 2, open: 1, matched: 0, leftOut: 1 });
  });
});
