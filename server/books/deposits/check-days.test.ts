import { beforeEach, expect, test } from "vitest";
import { businessDayOf, daysFrom } from "#lib/business-day.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { businessClock } from "../business-clock.ts";
import { writeRows } from "../index/write-rows.ts";
import { testRow } from "../search/test-rows.ts";
import { enterDeposit } from "./change.ts";
import { readDeposits } from "./view.ts";

process.env.GATEWAY_URL = "http://127.0.0.1:9/api/v2";
process.env.GATEWAY_API_KEY = "test-key";
process.env.GATEWAY_API_PIN = "test-pin";
process.env.AUTH_SECRET = "a".repeat(40);

const ann = { id: "u1", name: "Ann", role: "bookkeeper" } as SignedInUser; // what these functions read of it

describeStoresOnSqlite("the checks of a day", (open) => {
  let day: string;
  beforeEach(async () => {
    useStore((await open()).db);
    day = daysFrom(businessDayOf(businessClock(), Date.now()), -8);
  });

  const check = (id: string, cents: number, change: Parameters<typeof testRow>[1] = {}) =>
    testRow(id, { tender: "check", brand: null, business_day: day, cents, net_cents: cents, ...change });
  const waiting = async () =>
    (await readDeposits({ offset: 0 })).waiting.map(({ batchKey, part, cents, count }) => [
      batchKey,
      part,
      cents,
      count,
    ]);

  test("are expected together once none of them is open: what was funded, less refunds and returns", async () => {
    await writeRows(db(), [
      check("c1", 10_000),
      check("c2", 4000, { phase: "pending" }),
      check("c3", 700, { phase: "returned", net_cents: 0 }),
      check("c4", 500, { kind: "refunds", trantype_code: "R", net_cents: -500 }),
      check("c5", 900, { phase: "voided", kind: "voids", net_cents: 0 }),
      check("c6", 800, { batch_key: "b1" }),
      check("c7", 600, { business_day: daysFrom(day, 8) }),
    ]);
    expect(await waiting()).toEqual([]);
    await writeRows(db(), [check("c2", 4000)]);
    expect(await waiting()).toEqual([[`checks ${day}`, "checks", 13_500, 3]]);
  });

  test("follow a return until a deposit pays them, which is matched to the cent", async () => {
    await writeRows(db(), [check("c1", 10_000), check("c2", 4000)]);
    expect(await waiting()).toEqual([[`checks ${day}`, "checks", 14_000, 2]]);
    await writeRows(db(), [check("c2", 4000, { phase: "returned", net_cents: 0, read_at: 2 })]);
    expect(await waiting()).toEqual([[`checks ${day}`, "checks", 10_000, 1]]);
    const entry = { id: "entered-12345678901234ab", day: daysFrom(day, 8), description: "ACH", trace: "" };
    expect(await enterDeposit(ann, { ...entry, cents: 10_000 })).toMatchObject({ ok: true });
    const [deposit] = (await readDeposits({ offset: 0 })).deposits;
    expect(deposit?.match).toMatchObject({
      how: "automatic",
      portions: [{ batchKey: `checks ${day}`, cents: 10_000 }],
    });
    await writeRows(db(), [check("c1", 10_000, { phase: "returned", net_cents: 0, read_at: 3 })]);
    const [still] = (await readDeposits({ offset: 0 })).deposits;
    expect(still?.match?.portions).toMatchObject([{ cents: 10_000 }]);
  });
});
