import { beforeAll, expect, test } from "vitest";
import { parse } from "#lib/search/parse.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { writeRows } from "../index/write-rows.ts";
import { exportCsv } from "./export-rows.ts";
import { findValues } from "./find-values.ts";
import { deleteView, listViews, saveView } from "./saved-views.ts";
import { testRow } from "./test-rows.ts";

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

  test("are replaced under the same name, also by two saves at once", async () => {
    await Promise.all([
      saveView(jonas, { name: "Mine", query: "today", role: null }),
      saveView(jonas, { name: "Mine", query: "yesterday", role: null }),
    ]);
    expect(await namesOf(jonas)).toHaveLength(1);
  });
});

describeStores("what a search gives out", (open) => {
  beforeAll(async () => {
    useStore((await open()).db);
    await writeRows(db(), [
      ...Array.from({ length: 2100 }, (_, n) => testRow(`t${n}`, { created_at: 1_700_000_000_000 + n })),
      testRow("refund", { kind: "refunds", trantype_code: "C", net_cents: -4250, customer: '=SUM("A1")' }),
      testRow("ann", { customer: "Ann Lee", user_name: "Mira Castellanos" }),
    ]);
  });

  const at = { clock: { timeZone: "America/Chicago", dayStart: "00:00" }, now: 0 };
  const exported = async (text: string, columns: Parameters<typeof exportCsv>[2]) =>
    (await new Response(exportCsv(parse(text).query, at, columns)).text()).split("\r\n");

  test("exports every match once, with signed amounts and no formula", async () => {
    const all = await exported("", ["key", "amount"]);
    expect(all[0]).toBe("Key,Amount");
    expect(new Set(all.slice(1, -1)).size).toBe(2102);
    expect(await exported("type:refund", ["time", "customer", "amount", "net"])).toEqual([
      "Time,Customer,Amount,Net",
      `2026-11-20T12:00:00-06:00,"'=SUM(""A1"")",-42.50,-42.50`,
      "",
    ]);
  });

  test("offers values by the beginnings of their words", async () => {
    expect(await findValues("customer", "le")).toEqual([{ value: "Ann Lee", count: 1 }]);
    expect(await findValues("card", "1")).toEqual([{ value: "1111", count: 2102 }]);
    expect(await findValues("customer", "%")).toEqual([]);
    expect(await findValues("status", "s")).toEqual([]);
  });
});
