import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#lib/time.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { depositClaims } from "#server/db/tables/books/deposit-claims.ts";
import { depositFiles } from "#server/db/tables/books/deposit-files.ts";
import { depositMatches } from "#server/db/tables/books/deposit-matches.ts";
import { deposits } from "#server/db/tables/books/deposits.ts";
import { describeStores, type OpenStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { enterDeposit, matchByHand, setAside, undoMatch } from "./change.ts";
import { importFile, previewFile } from "./files.ts";
import { undoImport } from "./imports.ts";
import { matchExact } from "./match-exact.ts";
import { propose } from "./proposals.ts";
import { readRules } from "./rules.ts";
import { readDeposits } from "./view.ts";

process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
process.env.GATEWAY_API_KEY = "test-key";
process.env.GATEWAY_API_PIN = "test-pin";
process.env.AUTH_SECRET = "a".repeat(40);

const ann = { id: "u1", name: "Ann", role: "bookkeeper" } as SignedInUser; // what these functions read of it

const csv = (...rows: readonly string[]) => ({
  name: "checking.csv",
  content: Buffer.from(`Date,Amount,Description\n${rows.join("\n")}\n`).toString("base64"),
});
const ofx = (
  lines: readonly [fitId: string, day: string, amount: string][],
  { bank = "021000021", account = "111122223333", currency = "USD" } = {},
) => ({
  name: "checking.ofx",
  content: Buffer.from(
    `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>${bank}<ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
${lines.map(([fitId, day, amount]) => `<STMTTRN><DTPOSTED>${day.replaceAll("-", "")}<TRNAMT>${amount}<FITID>${fitId}<NAME>DEP</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></OFX>`,
  ).toString("base64"),
});
const all = () => readDeposits({ offset: 0 });

/** Batches of one portion each, closed one a day. */
const addPortions = (count: number, firstDay: string, perDay = 1) =>
  db()
    .insertInto("deposit_portions")
    .values(
      Array.from({ length: count }, (_, place) => {
        const closedAt = Date.parse(`${firstDay}T22:00:00Z`) + Math.floor(place / perDay) * DAY_MS;
        const cents = 100_003 + place * place * 1009;
        return {
          id: `b${place} cards USD`,
          batch_key: `b${place}`,
          batch_name: `${place}`,
          part: "cards" as const,
          currency: "USD",
          cents,
          sales_cents: cents,
          sales_count: 1,
          count: 1,
          closed_day: new Date(closedAt).toISOString().slice(0, 10),
          closed_at: closedAt + place,
        };
      }),
    )
    .execute();

/** The module as a process with other settings would load it. The store is the same. */
async function freshFiles() {
  vi.resetModules();
  return import("./files.ts");
}

/** The longest time in ms for which other work of this process had to wait. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  try {
    await work();
    return Math.max(longest, performance.now() - last);
  } finally {
    clearInterval(timer);
  }
}

describeStores("bank files", (open: OpenStore, onSqlite) => {
  beforeEach(async () => useStore((await open()).db));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  onSqlite(
    "10,000 unmatched lines keep nobody waiting, and cost once what they cost",
    async () => {
      await addPortions(120, "2026-11-01", 6);
      const lines = Array.from(
        { length: 9999 },
        (_, place) => `2026-11-${14 + (place % 9)},${(1_000_000 + place * 7) / 100},D${place}`,
      );
      expect(await importFile(ann, csv(...lines))).toMatchObject({ added: 9999 });
      const { rules } = await readRules();
      // Another state of the store, so that all is compared again.
      await enterDeposit(ann, {
        id: "entered-12345678901234ab",
        day: "2026-11-18",
        cents: 1,
        description: "X",
        trace: "",
      });
      expect(await longestWait(() => propose(rules))).toBeLessThan(500);
      const before = process.cpuUsage();
      const proposals = await propose(rules);
      expect(await propose(rules)).toBe(proposals);
      await matchExact();
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
      const { total, suggested } = await all();
      expect(total).toBe(10_000);
      expect(suggested).toBeTypeOf("number");
    },
    120_000,
  );

  onSqlite(
    "all lines that the preview calls new are imported, where a bank counts each file's lines from 1",
    async () => {
      const october = ofx([
        ["1", "2026-10-30", "500.00"],
        ["2", "2026-10-30", "-29.95"],
      ]);
      const november = ofx([
        ["1", "2026-11-27", "500.00"],
        ["2", "2026-11-27", "-29.95"],
        ["3", "2026-11-27", "75.55"],
      ]);
      await importFile(ann, october);
      expect(await previewFile(november)).toMatchObject({ counts: { new: 3 } });
      expect(await importFile(ann, november)).toMatchObject({ added: 3, here: 0 });
      for (const file of [october, november])
        expect(await importFile(ann, file)).toMatchObject({ added: 0, possible: 0 });
      expect((await all()).total).toBe(5);
    },
  );

  onSqlite("lines of another bank, account or currency are other lines", async () => {
    await importFile(ann, ofx([["1", "2026-11-03", "251.00"]]));
    const others = [
      ofx([["1", "2026-11-04", "251.00"]], { account: "999922223333" }),
      ofx([["1", "2026-11-05", "251.00"]], { bank: "026009593" }),
      ofx([["1", "2026-11-03", "251.00"]], { currency: "EUR" }),
    ];
    for (const file of others) {
      expect(await previewFile(file)).toMatchObject({ counts: { new: 1 } });
      expect(await importFile(ann, file)).toMatchObject({ added: 1, here: 0 });
    }
    // On one day, another account's line may be the same one: it is asked about.
    const sameDay = ofx([["1", "2026-11-03", "251.00"]], { account: "999922223333" });
    expect(await importFile(ann, sameDay)).toMatchObject({ added: 0, here: 0, possible: 1 });
    expect(await importFile(ann, { ...sameDay, includePossible: true })).toMatchObject({ added: 1 });
  });

  test("of two files with the same line at the same time, the one that adds nothing is no import", async () => {
    const files = [csv("2026-11-03,50.00,A"), csv("2026-11-03,50.00,A", "")];
    const results = await Promise.all(files.map((file) => importFile(ann, file)));
    expect(results.map((one) => one.kind === "imported" && one.added).sort()).toEqual([0, 1]);
    expect((await all()).imports).toMatchObject([{ lines: 1 }]);
  });

  test("stores only keyed digests of a file and its lines", async () => {
    await importFile(ann, csv("2026-11-03,50.00,REFUND CARD 4000100011112224"));
    const { row_key } = await db().selectFrom("deposits").select("row_key").executeTakeFirstOrThrow();
    const { digest } = await db().selectFrom("deposit_files").select("digest").executeTakeFirstOrThrow();
    for (const stored of [row_key, digest]) expect(stored).toMatch(/^v1\.[\da-f]{8}\.[\da-f]{32}$/);
  });

  test("a file is known again after the data key was changed", async () => {
    const file = csv("2026-11-03,50.00,A", "2026-11-03,50.00,A");
    const oldKey = process.env.CONSOLE_DATA_KEY;
    await importFile(ann, file);
    vi.stubEnv("CONSOLE_DATA_KEY", "another-data-key-of-the-unit-tests");
    vi.stubEnv("CONSOLE_DATA_KEY_OLD", oldKey);
    const withOldKey = await freshFiles();
    expect(await withOldKey.importFile(ann, file)).toMatchObject({ added: 0, here: 2 });
    expect(await withOldKey.previewFile(file)).toMatchObject({ importedBefore: { by: "Ann" } });
    // Without the old key its lines are possible duplicates, which are left out.
    vi.stubEnv("CONSOLE_DATA_KEY_OLD", undefined);
    const withoutKey = await freshFiles();
    expect(await withoutKey.importFile(ann, file)).toMatchObject({ added: 0, here: 0, possible: 2 });
    expect((await all()).total).toBe(2);
  });

  test("digests from before they were keyed are forgotten, and their lines are possible duplicates", async () => {
    const store = db() as unknown as Kysely<unknown>; // migrations know no tables
    for (const table of ["deposit_claims", "deposit_matches", "deposits", "deposit_files"])
      await db().schema.dropTable(table).execute();
    const { "0310-deposit-files": files, "0380-deposit-files-undo": undo } = depositFiles.steps;
    const { "0311-deposits": lines, "0381-deposits-keyed": keyed } = deposits.steps;
    const { "0312-deposit-matches": matches } = depositMatches.steps;
    for (const step of [files, lines, matches]) await step?.(store);
    const plain = "d".repeat(64);
    const by = { imported_by_id: "u1", imported_by: "Ann", imported_at: 1 };
    const before = db() as never as {
      insertInto(table: string): { values(row: unknown): { execute(): Promise<unknown> } };
    }; // the columns of then
    await before
      .insertInto("deposit_files")
      .values({ sha256: plain, name: "a.csv", format: "csv", account: null, added: 1, ...by })
      .execute();
    const line = { day: "2026-11-03", cents: 5000, currency: "USD", description: "A", trace: null };
    await before
      .insertInto("deposits")
      .values({
        id: "d1",
        row_key: plain,
        file_sha256: plain,
        ...line,
        account: null,
        added_by_id: "u1",
        added_by: "Ann",
        added_at: 1,
        match_id: null,
      })
      .execute();
    for (const step of [undo, keyed]) await step?.(store);
    const stored = [
      ...(await db().selectFrom("deposits").selectAll().execute()),
      ...(await db().selectFrom("deposit_files").selectAll().execute()),
    ];
    await depositClaims.steps["0313-deposit-claims"]?.(store);
    expect(JSON.stringify(stored)).not.toContain(plain);
    expect(await all()).toMatchObject({ deposits: [{ file: "a.csv" }], imports: [{ lines: 1 }] });
    expect(await previewFile(csv("2026-11-03,50.00,A"))).toMatchObject({ counts: { possible: 1, new: 0 } });
  });

  test("amounts above what can be entered by hand are not imported", async () => {
    const rows = Array.from({ length: 100 }, (_, place) => `2026-11-08,999999999999.99,h${place}`);
    expect(await importFile(ann, csv(...rows))).toMatchObject({ added: 0, unreadable: 100 });
    expect((await all()).total).toBe(0);
  });

  onSqlite("a sum that no number holds leaves the page readable, and its import can be undone", async () => {
    await importFile(ann, csv(...Array.from({ length: 100 }, (_, place) => `2026-11-08,${place + 1}.00,h`)));
    await db().updateTable("deposits").set({ cents: 99_999_999_999_999 }).execute();
    const { sums, imports } = await all();
    expect(sums[0]?.total).toEqual({ cents: Number.MAX_SAFE_INTEGER, count: 100 });
    expect(await undoImport(ann, { file: imports[0]?.id ?? "" })).toEqual({
      ok: true,
      value: { removed: 100, kept: 0 },
    });
    expect((await all()).sums[0]?.total).toEqual({ cents: 0, count: 0 });
  });

  onSqlite(
    "an import counts its own lines that are matched, not earlier ones that are matched meanwhile",
    async () => {
      await importFile(ann, csv("2026-11-03,1000.03,A"));
      await addPortions(2, "2026-11-01");
      // The batch that pays the earlier line is known since.
      expect(await importFile(ann, csv("2026-11-04,77.00,B"))).toMatchObject({ added: 1, matched: 0 });
      expect((await all()).deposits.filter(({ match }) => match)).toMatchObject([{ cents: 100_003 }]);
      expect(await importFile(ann, csv("2026-11-04,1010.12,C"))).toMatchObject({ added: 1, matched: 1 });
    },
  );

  test("an import is undone while none of its lines is matched, and can be imported again", async () => {
    const file = csv("2026-11-03,50.00,A", "2026-11-04,-1.00,B");
    await importFile(ann, file);
    const { imports, deposits: rows } = await all();
    const id = imports[0]?.id ?? "";
    const [fee] = rows;
    await setAside(ann, { deposit: fee?.id ?? "", purpose: "fee", note: "" });
    expect(await undoImport(ann, { file: id })).toMatchObject({
      problem: { message: "1 line of this import is matched. Undo this first." },
    });
    const match = (await all()).deposits.find((one) => one.match)?.match;
    expect((await all()).imports).toMatchObject([{ lines: 2, matched: 1, undone: undefined }]);
    await undoMatch(ann, { match: match?.id ?? "", reason: "Wrong file" });
    // The history of a match stays, and the line that it is of.
    expect(await undoImport(ann, { file: id })).toMatchObject({ value: { removed: 1, kept: 1 } });
    expect(await undoImport(ann, { file: id })).toMatchObject({ ok: false });
    expect((await all()).imports).toMatchObject([{ lines: 1, undone: { by: "Ann" } }]);
    expect(await importFile(ann, file)).toMatchObject({ added: 1, here: 1 });
    expect((await all()).imports).toHaveLength(2);
  });

  test("of a match and the undoing of its import at the same time, one is done", async () => {
    await addPortions(1, "2026-11-01");
    await importFile(ann, csv("2026-11-03,1000.00,A"));
    const { imports, deposits: rows } = await all();
    const [undone, matched] = await Promise.all([
      undoImport(ann, { file: imports[0]?.id ?? "" }),
      matchByHand(ann, {
        deposit: rows[0]?.id ?? "",
        portions: ["b0 cards USD"],
        adjustments: [{ kind: "short", cents: -3 }],
        note: "",
      }),
    ]);
    expect([undone.ok, matched.ok].filter(Boolean)).toHaveLength(1);
    expect((await all()).total).toBe(undone.ok ? 0 : 1);
    expect(await db().selectFrom("deposit_claims").selectAll().execute()).toHaveLength(undone.ok ? 0 : 1);
  });
});
