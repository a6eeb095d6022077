import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { storeRecords } from "../lookup/store-records.ts";
import { newRow } from "../lookup/test-records.ts";
import { listRows } from "./attempts.ts";
import { listToIndex } from "./attempts-to-index.ts";
import {
  countDueLookups,
  countOpenRows,
  countWithoutOutcome,
  listAwaitedBy,
  listOpenRows,
  listWaiting,
} from "./attempts-without-outcome.ts";

/** About as many as the sample month has: among 2,000, SQLite takes other ways. */
const done = 1600;
const payment = newRow({ id: "a", reference: "a", command: "sale", prepared_at: 0 });

describeStores("queries of attempts that pages and jobs repeat", (open) => {
  let file: string | undefined;
  const prepared = vi.spyOn(DatabaseSync.prototype, "prepare");
  beforeAll(async () => {
    const { db, settings } = await open();
    useStore(db);
    if (!settings.databaseUrl) file = join(settings.dataDir, "console.sqlite");
    const at = Date.now() - done;
    const row = { ...payment, state: "answered", outcome_at: at, indexed: 1 } as const;
    for (let from = 0; from < done; from += 100)
      await db
        .insertInto("attempts")
        .values(
          Array.from({ length: 100 }, (_, index) => {
            const id = `done-${from + index}`;
            return { ...row, id, reference: id, prepared_at: at + from + index };
          }),
        )
        .execute();
    const waiting = { ...row, id: "open", reference: "open", state: "unknown", indexed: 0 } as const;
    await db.insertInto("attempts").values(waiting).execute();
    // As the console does from time to time.
    if (file) await sql`pragma analysis_limit = 400`.execute(db);
    await sql`analyze`.execute(db);
  });
  afterAll(() => prepared.mockRestore());

  const queries = {
    "how many are open": async () => expect(await countOpenRows(Date.now())).toBe(1),
    "which are open": async () => expect(await listOpenRows(Date.now(), 10)).toMatchObject([{ id: "open" }]),
    "how many are open by state": async () =>
      expect(await countWithoutOutcome()).toContainEqual(
        expect.objectContaining({ state: "unknown", count: 1 }),
      ),
    "which wait to be stopped": async () => expect(await listWaiting(10)).toEqual([]),
    "which this process awaits": async () => expect(await listAwaitedBy("another")).toEqual([]),
    "which are not in the index": async () => expect(await listToIndex(10)).toMatchObject([{ id: "open" }]),
    "how many lookups are due": async () => expect(await countDueLookups(Date.now())).toBe(0),
    "which lookups are due": async () => expect(await storeRecords.due(Date.now())).toEqual([]),
    "a person's latest": async () =>
      expect(await listRows({ userId: payment.user_id, limit: 5 })).toHaveLength(5),
  };
  for (const [query, run] of Object.entries(queries))
    it(`${query}: reads no attempt that it doesn't need`, async (context) => {
      prepared.mockClear();
      await run();
      if (!file) return context.skip("only the plan of SQLite is read");
      const asked = prepared.mock.calls.map(([text]) => text).filter((text) => text.startsWith("select"));
      expect(asked).toHaveLength(1);
      const plan = planOf(file, asked[0] ?? "");
      expect(plan).not.toMatch(/SCAN attempts(?! USING INDEX attempts_to_index)/);
      expect(plan).not.toMatch(/user_id.*TEMP B-TREE/);
    });
});

/** How SQLite reads for this statement. */
function planOf(path: string, statement: string): string {
  const file = new DatabaseSync(path, { readOnly: true });
  const values = statement.match(/\?/g)?.map(() => 1) ?? [];
  const steps = file.prepare(`explain query plan ${statement}`).all(...values);
  file.close();
  return steps.map(({ detail }) => detail).join("; ");
}
