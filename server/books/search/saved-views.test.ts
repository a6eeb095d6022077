import { beforeAll, expect, test } from "vitest";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { writeRows } from "../index/write-rows.ts";
import { findValues } from "./find-values.ts";
import { deleteView, isViewRole, listViewRoles, listViews, saveView } from "./saved-views.ts";
import { testRow } from "./test-rows.ts";
import { countViews } from "./view-counts.ts";

const at = {
  clock: { timeZone: "America/Chicago", dayStart: "00:00" },
  now: Date.parse("2026-11-20T18:00:00Z"),
};
const mira = { id: "u1", name: "Mira", role: "clerk" } as const;
const jonas = { id: "u2", name: "Jonas", role: "clerk" } as const;
const ruth = { id: "u3", name: "Ruth", role: "bookkeeper" } as const;

describeStores("saved searches", (open) => {
  beforeAll(async () => useStore((await open()).db));

  const namesOf = async (viewer: typeof mira | typeof jonas | typeof ruth) =>
    (await listViews(viewer)).map(({ name, query, isOwn }) => [name, query, isOwn]);

  test("are seen by their owner and by the role they are shared with, and deleted by their owner alone", async () => {
    await saveView(mira, { name: "Large", query: "amount:>100", role: null });
    await saveView(ruth, { name: "Refunds", query: "type:refund", role: "clerk" });
    expect(await namesOf(mira)).toEqual([
      ["Large", "amount:>100", true],
      ["Refunds", "type:refund", false],
    ]);
    expect(await namesOf(jonas)).toEqual([["Refunds", "type:refund", false]]);
    const [shared] = await listViews(jonas);
    expect(await deleteView(jonas, shared?.id ?? "")).toBe(false);
    expect(await deleteView(ruth, shared?.id ?? "")).toBe(true);
    expect(await namesOf(jonas)).toEqual([]);
  });

  test("are 50 of each person at most, of which one can still be replaced", async () => {
    const ida = { id: "u77", name: "Ida", role: "clerk" } as const;
    const save = (name: string) => saveView(ida, { name, query: "today", role: null });
    for (let kept = 0; kept < 50; kept += 1) expect(await save(`View ${kept}`)).toBe(true);
    expect(await save("One more")).toBe(false);
    expect(await save("View 7")).toBe(true);
    expect(await listViews(ida)).toHaveLength(50);
  });

  test("are shared with a custom role by its id, shown by its name, and only with roles that can search", async () => {
    const role = {
      id: "r1",
      name: "Night shift",
      rights: ["viewTransactions"],
      limits: {},
      needsSecondStep: false,
    } as const;
    const columns = { name_key: "night shift", rights: JSON.stringify(role.rights), limits: "{}" };
    await db()
      .insertInto("roles")
      .values({ id: role.id, name: role.name, ...columns, needs_second_step: 0, version: 1, changed_at: 1 })
      .execute();
    await saveView(ruth, { name: "Nights", query: "type:refund", role: role.id });
    const nadia = { id: "u9", name: "Nadia", role };
    expect((await listViews(nadia)).map(({ name, role: sharedWith }) => [name, sharedWith])).toEqual([
      ["Nights", { id: "r1", label: "Night shift" }],
    ]);
    expect(await namesOf(jonas)).toEqual([]);
    expect((await listViewRoles()).map(({ label }) => label)).toEqual([
      ...["clerks", "managers", "bookkeepers", "admins", "Night shift"],
    ]);
    expect([await isViewRole("r1"), await isViewRole("auditor"), await isViewRole("gone")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await deleteView(ruth, (await listViews(nadia))[0]?.id ?? "")).toBe(true);
  });

  test("are counted, with those that everyone has", async () => {
    await writeRows(db(), [testRow("a", { cents: 15_000 }), testRow("b", { cents: 5000 })]);
    const viewer = { id: "u4", name: "Priya", role: "clerk" } as const;
    await saveView(viewer, { name: "Large", query: "amount:>100", role: null });
    const counts = await countViews(viewer, at);
    expect(counts["amount:>100"]).toEqual({ count: 1, isMore: false });
    expect(counts["outcome:unknown"]).toEqual({ count: 0, isMore: false });
  });

  test("are replaced under the same name, also by two saves at once", async () => {
    await Promise.all([
      saveView(jonas, { name: "Mine", query: "today", role: null }),
      saveView(jonas, { name: "Mine", query: "yesterday", role: null }),
    ]);
    expect(await namesOf(jonas)).toHaveLength(1);
  });
});

describeStores("the values of a field", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    await writeRows(db(), [
      ...Array.from({ length: 3 }, (_, n) => testRow(`t${n}`, {})),
      testRow("ann", { customer: "Ann Lee", user_name: "Mira Castellanos" }),
    ]);
  });

  test("are offered by the beginnings of their words", async () => {
    expect(await findValues("customer", "le")).toEqual([{ value: "Ann Lee", count: 1 }]);
    expect(await findValues("card", "1")).toEqual([{ value: "1111", count: 4 }]);
    expect(await findValues("customer", "%")).toEqual([]);
    expect(await findValues("status", "s")).toEqual([]);
  });
});
