import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { closeShift } from "./close.ts";
import { findReport } from "./reports.ts";
import { count, mira, noApprover, open, setUpSettings } from "./test-drawer.ts";

const plain = (text: string) => createHash("sha256").update(text).digest("hex");

describeStores("the chain of Z reports", (openStore, onSqlite) => {
  let first: number;
  beforeAll(async () => {
    setUpSettings();
    useStore((await openStore()).db);
  });
  afterAll(() => {
    for (const name of ["CASH_DRAWERS", "DRAWER_TOLERANCE"]) delete process.env[name];
  });
  beforeEach(async () => {
    for (const table of ["drawer_reports", "drawer_counts", "drawer_shifts", "record_counts"] as const)
      await db().deleteFrom(table).execute();
    for (let shifts = 0; shifts < 3; shifts += 1) {
      const shift = await open("Counter", 0);
      const closing = { shift, countId: await count(shift, {}), reason: "", nextFloatCents: 0 };
      await closeShift(mira, closing, noApprover);
      if (shifts === 0) first = shift;
    }
  });

  const integrity = () =>
    Promise.all([0, 1, 2].map(async (place) => (await findReport(first + place))?.integrity));
  const readRow = (number: number) =>
    db().selectFrom("drawer_reports").selectAll().where("number", "=", number).executeTakeFirstOrThrow();
  const write = (number: number, values: { figures?: string; hash?: string }) =>
    db().updateTable("drawer_reports").set(values).where("number", "=", number).execute();
  const changed = async (number: number) =>
    (await readRow(number)).figures.replace('"sums"', '"reason":"x","sums"');

  /** As an earlier version wrote them: with plain hashes. */
  async function makePlain(until: number) {
    let previousHash: string | null = null;
    for (let number = 1; number <= 3; number += 1) {
      const row = await readRow(number);
      const figures: string = JSON.stringify({ ...JSON.parse(row.figures), previousHash });
      const hash: string = number <= until ? plain(figures) : row.hash;
      await write(number, { figures, hash });
      previousHash = hash;
    }
  }

  onSqlite("is intact as it was written", async () => {
    expect(await integrity()).toEqual(["intact", "intact", "intact"]);
  });

  onSqlite("shows a report that was changed, even with another hash written to it", async () => {
    const figures = await changed(2);
    await write(2, { figures });
    expect(await integrity()).toEqual(["intact", "changed", "intact"]);
    await write(2, { hash: plain(figures) });
    expect(await integrity()).toEqual(["intact", "changed", "changed"]);
    await write(2, { hash: "v1.00000000.00000000000000000000000000000000" });
    expect(await integrity()).toEqual(["intact", "changed", "changed"]);
  });

  it("shows that a report was removed, or moved to another shift", async () => {
    await db().deleteFrom("drawer_reports").where("number", "=", 2).execute();
    expect(await integrity()).toEqual(["intact", undefined, "changed"]);
    await db()
      .updateTable("drawer_reports")
      .set({ shift: first + 1 })
      .where("number", "=", 3)
      .execute();
    expect(await integrity()).toEqual(["intact", "changed", undefined]);
  });

  onSqlite("marks reports of an earlier version, and still checks them by their plain hashes", async () => {
    await makePlain(3);
    expect(await integrity()).toEqual(["unsealed", "unsealed", "unsealed"]);
    const figures = await changed(2);
    await write(2, { figures });
    expect(await integrity()).toEqual(["unsealed", "changed", "unsealed"]);
    await write(2, { hash: plain(figures) });
    expect(await integrity()).toEqual(["unsealed", "changed", "changed"]);
  });

  it("goes on from reports of an earlier version, and takes no plain hash after a MAC", async () => {
    await db().deleteFrom("drawer_reports").where("number", "=", 3).execute();
    const [one, two] = [await readRow(1), await readRow(2)];
    const figures = JSON.stringify({ ...JSON.parse(one.figures), previousHash: null });
    await write(1, { figures, hash: plain(figures) });
    expect(await integrity()).toEqual(["changed", "changed", undefined]);
    await write(1, one);
    await write(2, { hash: plain(two.figures) });
    expect(await integrity()).toEqual(["intact", "changed", undefined]);
  });
});
