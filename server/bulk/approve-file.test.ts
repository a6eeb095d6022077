import { beforeAll, expect, test } from "vitest";
import type { BulkTotal } from "#lib/bulk/bulk-totals.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { applyTestSettings } from "#server/test-settings.ts";
import { approveFile, cancelFile, prepareFile } from "./approve-file.ts";
import { decideFile } from "./decide.ts";
import { moveFile } from "./files.ts";
import { preparationOf } from "./test-preparation.ts";

applyTestSettings();

const second = { id: "second", name: "Mira Castellanos" };
let people = 0;
const newManager = () => {
  people += 1;
  return { id: `manager-${people}`, name: "Tobias Lindqvist", role: "manager" as const };
};

/** A file of one kind of row, prepared; returns its id. */
async function prepared(person: { id: string; name: string }, total: Partial<BulkTotal>): Promise<string> {
  const checked = await preparationOf("amount,ccnum,ccexp\n1.00,4000100011112224,1249\n", {
    mapping: ["amount", "ccnum", "ccexp"],
  });
  const one: BulkTotal = {
    command: "sale",
    tender: "card",
    count: 1,
    cents: 100,
    withoutAmount: 0,
    ...total,
  };
  const file = await prepareFile(person, { ...checked, good: one.count, totals: [one] });
  if (!file.ok) throw new Error(file.problem.message);
  return file.value.id;
}

const stateOf = async (id: string) =>
  (await db().selectFrom("bulk_files").select(["state", "second_reason"]).where("id", "=", id).execute())[0];

describeStores("approval of a bulk file", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test("rows without an amount always take a second person", async () => {
    const manager = newManager();
    const id = await prepared(manager, { command: "refund", count: 2, cents: 0, withoutAmount: 2 });
    const refused = await approveFile(manager, { id });
    expect(refused).toMatchObject({ ok: false, problem: { message: /rows have no amount/ } });
    expect(await stateOf(id)).toEqual({ state: "waiting", second_reason: expect.any(String) });
    expect(await approveFile(second, { id })).toMatchObject({ ok: true, value: { state: "approved" } });
  });

  test("two files of 9,999.99 in a day take a second person for the second", async () => {
    const manager = newManager();
    const [one, two] = [
      await prepared(manager, { cents: 999_999 }),
      await prepared(manager, { cents: 999_999 }),
    ];
    expect(await approveFile(manager, { id: one })).toMatchObject({ ok: true });
    const refused = await approveFile(manager, { id: two });
    expect(refused).toMatchObject({ ok: false, problem: { message: /You approved \$9,999\.99/ } });
    expect(await stateOf(two)).toEqual({ state: "waiting", second_reason: expect.any(String) });
    expect(await approveFile(second, { id: two })).toMatchObject({ ok: true });
  });

  test("of several approvals of one person at once only as many pass as the limit allows", async () => {
    const manager = newManager();
    const ids = await Promise.all(Array.from({ length: 6 }, () => prepared(manager, { cents: 400_000 })));
    const outcomes = await Promise.all(ids.map((id) => approveFile(manager, { id })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
  });

  test("a withdrawn file, yesterday's and those that somebody else approved do not count", async () => {
    const manager = newManager();
    const ids = await Promise.all(Array.from({ length: 4 }, () => prepared(manager, { cents: 900_000 })));
    const [withdrawn = "", old = "", shared = "", last = ""] = ids;
    await approveFile(manager, { id: withdrawn });
    await cancelFile(manager, { id: withdrawn });
    await approveFile(manager, { id: old });
    await moveFile(old, ["approved"], { approved_at: Date.now() - 26 * 3_600_000 });
    await approveFile(second, { id: shared });
    expect(await approveFile(manager, { id: last })).toMatchObject({ ok: true });
  });

  test("a file that a person decided about still counts once it is withdrawn", async () => {
    const manager = newManager();
    const [lost, next] = [
      await prepared(manager, { cents: 900_000 }),
      await prepared(manager, { cents: 900_000 }),
    ];
    await approveFile(manager, { id: lost });
    await moveFile(lost, ["approved"], { state: "unknown", end_sent: 1, sent_at: Date.now() });
    await decideFile(manager, { id: lost, arrived: false, reason: "Not in the portal." });
    expect(await cancelFile(manager, { id: lost })).toMatchObject({ ok: true });
    expect(await approveFile(manager, { id: next })).toMatchObject({ ok: false });
    expect(await stateOf(next)).toEqual({ state: "waiting", second_reason: expect.any(String) });
  });

  test("submitted again under the same id with other rows it is refused", async () => {
    const manager = newManager();
    const mapping = ["amount", "ccnum", "ccexp"] as const;
    const checked = await preparationOf("amount,ccnum,ccexp\n1.00,4000100011112224,1249\n", {
      mapping: [...mapping],
    });
    expect((await prepareFile(manager, checked)).ok).toBe(true);
    expect((await prepareFile(manager, checked)).ok).toBe(true);
    const approval = { ...checked.approval, rowsDigest: "0".repeat(64) };
    expect(await prepareFile(manager, { ...checked, approval })).toMatchObject({ ok: false });
  });

  test("a bookkeeper withdraws only their own file, a manager anyone's", async () => {
    const manager = newManager();
    const bookkeeper = { id: "books", name: "Ruth Adeyemi", role: "bookkeeper" as const };
    const [theirs, own] = [await prepared(manager, {}), await prepared(bookkeeper, {})];
    expect(await cancelFile(bookkeeper, { id: theirs })).toMatchObject({
      ok: false,
      problem: { message: "Only Tobias Lindqvist or a manager can withdraw this file." },
    });
    expect(await stateOf(theirs)).toMatchObject({ state: "waiting" });
    expect(await cancelFile(bookkeeper, { id: own })).toMatchObject({ ok: true });
    expect(await cancelFile(newManager(), { id: theirs })).toMatchObject({ ok: true });
  });
});
