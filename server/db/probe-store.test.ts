import { expect, it } from "vitest";
import { storeTrouble } from "#server/sql/store-trouble.ts";
import { probeStore } from "./probe-store.ts";
import { withoutWrites } from "./test-no-writes.ts";
import { describeStores } from "./test-store.ts";

describeStores("the probe of a store", (open) => {
  it("writes a single row, however often it runs", async () => {
    const { db } = await open();
    await probeStore(db, 1000);
    await probeStore(db, 2000);
    const rows = await db.selectFrom("health_probes").select(["id", "written_at"]).execute();
    expect(rows).toEqual([{ id: 1, written_at: 2000 }]);
  });

  it("writes nothing that looks like a card number", async () => {
    const { db } = await open();
    for (let now = 0; now < 30; now++) {
      await probeStore(db, now);
      const { filler } = await db.selectFrom("health_probes").select("filler").executeTakeFirstOrThrow();
      expect(filler).not.toMatch(/\d/);
    }
  });

  it("fails with the cause when the store is readable but accepts no writes", async () => {
    const { db, trouble } = await withoutWrites(await open());
    const failed = await probeStore(db).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(storeTrouble(failed)).toBe(trouble);
    expect(await db.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  it("fails the same way inside a transaction, which the store then rolls back", async () => {
    const { db, trouble } = await withoutWrites(await open());
    const failed = await db
      .transaction()
      .execute((trx) => probeStore(trx))
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(storeTrouble(failed)).toBe(trouble);
    await db.transaction().execute((trx) => trx.selectFrom("users").selectAll().execute());
  });
});
