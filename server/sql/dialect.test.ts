import { expect, test, vi } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { isPostgres, sqliteFileOf } from "./dialect.ts";

describeStores("the kind of a store", (open) => {
  test("is known to every copy of the code in a build, whichever of them opened it", async () => {
    const { db, settings } = await open();
    vi.resetModules();
    const copy = await import("./dialect.ts");
    expect(copy.isPostgres).not.toBe(isPostgres);
    for (const kind of [{ isPostgres, sqliteFileOf }, copy]) {
      expect(kind.isPostgres(db)).toBe(settings.databaseUrl !== undefined);
      expect(kind.sqliteFileOf(db) === undefined).toBe(settings.databaseUrl !== undefined);
    }
  });
});
