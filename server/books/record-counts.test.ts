import { beforeAll, beforeEach, expect, it } from "vitest";
import { gapText } from "#lib/books/record-count.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { setUpSettings } from "./drawer/test-drawer.ts";
import { findGap, giveNumber } from "./record-counts.ts";

describeStores("the count of numbered records", (open) => {
  beforeAll(setUpSettings);
  beforeEach(async () => {
    useStore((await open()).db);
    await db().deleteFrom("signed_days").execute();
    await db().deleteFrom("record_counts").execute();
  });

  const write = () =>
    db()
      .transaction()
      .execute(async (store) => {
        const number = await giveNumber(store, "signed day");
        const texts = { signed_by_id: "u1", signed_by: "Ann", note: "", figures: "{}", fingerprint: "" };
        const rest = { left_open: "{}", report: "{}", hash: "", file: null, seal: null };
        const row = { number, day: `day ${number}`, revision: 1, signed_at: number, ...texts, ...rest };
        await store.insertInto("signed_days").values(row).execute();
        return number;
      });
  const remove = (number: number) => db().deleteFrom("signed_days").where("number", "=", number).execute();

  it("finds nothing where all are there, or none was written", async () => {
    expect(await findGap("signed day")).toBeUndefined();
    for (const number of [1, 2, 3]) expect(await write()).toBe(number);
    expect(await findGap("signed day")).toBeUndefined();
  });

  it("finds the newest that was deleted, and never gives its number again", async () => {
    await write();
    await write();
    await remove(2);
    const gap = { record: "signed day", kind: "missing", numbers: [2], count: 1 };
    expect(await findGap("signed day")).toEqual(gap);
    expect(await write()).toBe(3);
    expect(await findGap("signed day")).toEqual(gap);
  });

  it("finds that all were deleted", async () => {
    await write();
    await remove(1);
    const gap = await findGap("signed day");
    expect(gap && gapText(gap, "America/Chicago").title).toBe("1 signed day is missing from the database.");
  });

  it("finds a count that was lowered or removed with the newest, and says so after the next record too", async () => {
    for (let n = 0; n < 3; n += 1) await write();
    await remove(3);
    await db().updateTable("record_counts").set({ number: 2 }).execute();
    expect(await findGap("signed day")).toMatchObject({ kind: "uncounted" });
    await db().deleteFrom("record_counts").execute();
    expect(await findGap("signed day")).toMatchObject({ kind: "uncounted" });
    expect(await write()).toBe(3);
    expect(await findGap("signed day")).toMatchObject({ kind: "recounted" });
  });

  it("takes the number back with a record that was not written", async () => {
    await write();
    const failed = db()
      .transaction()
      .execute(async (store) => {
        await giveNumber(store, "signed day");
        throw new Error("not written");
      });
    await expect(failed).rejects.toThrow("not written");
    expect(await findGap("signed day")).toBeUndefined();
    expect(await write()).toBe(2);
  });

  it("gives two that are written at once a number each", async () => {
    expect((await Promise.all([write(), write()])).sort()).toEqual([1, 2]);
    expect(await findGap("signed day")).toBeUndefined();
  });
});
