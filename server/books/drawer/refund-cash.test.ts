import { afterAll, beforeAll, expect, it } from "vitest";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { gateway, setUpConsole } from "#server/payments/test-console.ts";
import { refundCash } from "./refund-cash.ts";
import { count, newId, open, setUpSettings, tomas } from "./test-drawer.ts";

beforeAll(setUpSettings);
afterAll(() => {
  for (const name of ["CASH_DRAWERS", "DRAWER_TOLERANCE"]) delete process.env[name];
});
setUpConsole();

describeStoresOnSqlite("cash refunded at a drawer", (openStore) => {
  beforeAll(async () => useStore((await openStore()).db));

  const manager = { ...tomas, drawer: "Kiosk" };
  const refund = (attemptId: string) =>
    refundCash(manager, { attemptId, cents: 500, reason: "Broken cup", invoice: "" });

  it("needs an open shift, and is the same refund when it is sent again after the count", async () => {
    expect(await refund(newId())).toMatchObject({
      problem: { message: "Kiosk is not open. Nothing was done: open it, then refund." },
    });
    const shift = await open("Kiosk");
    const id = newId();
    const first = await refund(id);
    expect(first).toMatchObject({ ok: true, value: { id, state: "answered" } });
    await count(shift, { "20": 9, "10": 1, "5": 1 });
    expect(await refund(id)).toMatchObject({ ok: true, value: { id, state: "answered" } });
    expect(gateway.posts.map(({ command }) => command)).toEqual(["cash:refund"]);
    expect(await refund(newId())).toMatchObject({ ok: false });
  });
});
