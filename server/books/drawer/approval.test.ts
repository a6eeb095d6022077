import { afterAll, beforeAll, expect, it } from "vitest";
import { shiftEventText } from "#lib/drawer/shift-event-text.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { closeShift } from "./close.ts";
import { recordMovement } from "./movements.ts";
import { openShift } from "./open-shift.ts";
import { readDrawerPage, readShift } from "./page-state.ts";
import { findReport } from "./reports.ts";
import { readOpenShifts } from "./shifts.ts";
import {
  count,
  jonas,
  mira,
  newId,
  noApprover,
  open,
  payOut,
  setUpSettings,
  signedBy,
  takeCash,
  tomas,
} from "./test-drawer.ts";

const refusedWith = (text: string) => ({ ok: false, problem: { message: expect.stringContaining(text) } });
const needsManager = refusedWith("Manager approval required.");

describeStores("approvals at a drawer", (openStore, onSqlite) => {
  beforeAll(async () => {
    setUpSettings();
    useStore((await openStore()).db);
  });
  afterAll(() => {
    for (const name of ["CASH_DRAWERS", "DRAWER_TOLERANCE"]) delete process.env[name];
  });

  const close = (
    shift: number,
    countId: string,
    { nextFloatCents = 0, reason = "Not known", approver = noApprover } = {},
  ) => closeShift(mira, { shift, countId, reason, nextFloatCents }, approver);
  const reopen = (floatCents: number, reason = "", approver = noApprover) =>
    openShift(mira, { drawer: "Counter", floatCents, reason }, approver);

  it("is to close a drawer that was short and then counted to the expected amount", async () => {
    const shift = await open("Counter", 21_000);
    const short = await count(shift, {});
    const exact = await count(shift, { "100": 2, "10": 1 }, { previous: short });
    expect((await readShift(mira, shift))?.comparison).toMatchObject({
      overShortCents: 0,
      approval: ["earlierCount"],
    });
    expect(await close(shift, exact)).toMatchObject(needsManager);
    const left = { nextFloatCents: 21_000, approver: signedBy(tomas) };
    expect(await close(shift, exact, left)).toMatchObject({ ok: true });
    expect((await findReport(shift))?.figures).toMatchObject({ overShortCents: 0, approvedBy: tomas.name });
  });

  it("is to open it with less than the last shift left", async () => {
    expect((await readDrawerPage(mira, "Counter")).left).toMatchObject({ cents: 21_000 });
    expect(await reopen(0)).toMatchObject(refusedWith("left $210.00. Enter why the float is different."));
    expect(await reopen(0, "To the safe")).toMatchObject(needsManager);
    expect(await reopen(20_400, "To the safe")).toMatchObject(needsManager);
    expect(await readOpenShifts()).toEqual([]);
    const opened = await reopen(0, "To the safe", signedBy(tomas));
    expect(opened).toMatchObject({ ok: true, value: { floatCents: 0 } });
    expect(await reopen(0)).toEqual(opened);
    const shift = opened.ok ? opened.value.number : 0;
    const detail = await readShift(mira, shift);
    expect(detail?.lines[0]).toMatchObject({
      leftCents: 21_000,
      reason: "To the safe",
      approvedBy: "Tomas Lindqvist",
    });
    await close(shift, await count(shift, {}));
    expect((await findReport(shift))?.figures).toMatchObject({
      floatCents: 0,
      floatChange: { leftCents: 21_000, reason: "To the safe", approvedBy: tomas.name },
    });
  });

  it("are not needed for a float within the tolerance, which takes a reason, or for the same float", async () => {
    const first = await reopen(500, "Coins were left");
    expect(first).toMatchObject({ ok: true });
    const shift = first.ok ? first.value.number : 0;
    expect(await close(shift, await count(shift, { "5": 1 }), { nextFloatCents: 500 })).toMatchObject({
      ok: true,
    });
    expect((await findReport(shift))?.figures.floatChange).toMatchObject({ leftCents: 0, approvedBy: null });
    const same = await reopen(500);
    expect(same).toMatchObject({ ok: true });
    const next = same.ok ? same.value.number : 0;
    await close(next, await count(next, { "5": 1 }));
    expect((await findReport(next))?.figures).not.toHaveProperty("floatChange");
  });

  it("is to say, after the next shift was opened, that more was left for it", async () => {
    const waiting = await open("Counter", 20_000);
    const last = await count(waiting, { "100": 2 });
    const opened = await reopen(1000);
    expect(opened).toMatchObject({ ok: true });
    expect((await readShift(mira, waiting))?.comparison).toMatchObject({
      canRecount: false,
      laterFloatCents: 1000,
    });
    expect(await close(waiting, last, { nextFloatCents: 20_000 })).toMatchObject(
      refusedWith("The next shift was opened with $10.00: no more was left for it."),
    );
    expect(await close(waiting, last, { nextFloatCents: 1000 })).toMatchObject({ ok: true });
    const next = opened.ok ? opened.value.number : 0;
    await close(next, await count(next, { "10": 1 }));
  });

  it("is to open it with another float while the last shift is closed", async () => {
    for (let round = 0; round < 4; round += 1) {
      const waiting = await open("Counter", 20_000);
      const last = await count(waiting, { "100": 2 });
      const [opened, closed] = await Promise.all([
        reopen(0),
        close(waiting, last, { nextFloatCents: 20_000 }),
      ]);
      expect([opened.ok, closed.ok].filter(Boolean)).toHaveLength(1);
      if (opened.ok) {
        await close(waiting, last);
        await close(opened.value.number, await count(opened.value.number, {}));
      }
    }
  });

  onSqlite(
    "is to pay out more than a drawer's limit of the day, also once it was closed and opened again",
    async () => {
      const first = await open("Back office", 20_000);
      expect(await payOut(first, 6000)).toMatchObject({ ok: true });
      await close(first, await count(first, { "100": 1, "20": 2 }));
      const again = await open("Back office", 14_000);
      expect((await readShift(mira, again))?.payOutLeftCents).toBe(4000);
      expect(await payOut(again, 4001)).toMatchObject(needsManager);
      expect(await payOut(again, 4000)).toMatchObject({ ok: true });
      await close(again, await count(again, { "100": 1 }));
      // Another day, another limit.
      const yesterday = Date.now() - DAY_MS;
      await db()
        .updateTable("drawer_movements")
        .set({ at: yesterday })
        .where("shift", "in", [first, again])
        .execute();
      const next = await open("Back office", 10_000);
      expect((await readShift(mira, next))?.payOutLeftCents).toBe(10_000);
      await close(next, await count(next, { "100": 1 }));
    },
  );

  it("is to pay out more than the limit in one shift, at once or bit by bit", async () => {
    const shift = await open("Counter", 20_000);
    const left = async () => (await readShift(mira, shift))?.payOutLeftCents;
    expect(await left()).toBe(10_000);
    expect(await payOut(shift, 20_000)).toMatchObject(needsManager);
    expect(await payOut(shift, 6000)).toMatchObject({ ok: true });
    expect(await left()).toBe(4000);
    expect(await payOut(shift, 4001)).toMatchObject(needsManager);
    const both = await Promise.all([payOut(shift, 4000), payOut(shift, 4000)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const big = { id: newId(), shift, kind: "paidOut", cents: 5000, reason: "Ribbon" } as const;
    expect(await recordMovement(mira, big, signedBy(tomas))).toMatchObject({ ok: true });
    expect(await recordMovement(mira, big, noApprover)).toMatchObject({ ok: true });
    expect(await recordMovement(tomas, { ...big, id: newId(), cents: 100 }, noApprover)).toMatchObject({
      ok: true,
    });
    const lines = (await readShift(mira, shift))?.lines.map(shiftEventText);
    expect(lines).toContain("Ribbon, approved by Tomas Lindqvist");
    await close(shift, await count(shift, { "20": 2, "5": 1, "1": 4 }));
    expect((await findReport(shift))?.figures.movements).toMatchObject([
      { cents: 6000 },
      { cents: 4000 },
      { cents: 5000, by: mira.name, approvedBy: tomas.name },
      { cents: 100, by: tomas.name, approvedBy: tomas.name },
    ]);
    expect((await findReport(shift))?.figures.movements[0]).not.toHaveProperty("approvedBy");
  });

  it("is to add up the payments of a drawer that is not counted yet", async () => {
    const shift = await open("Counter", 1000);
    await takeCash("Counter", 4327);
    await takeCash("Counter", 327, { command: "cash:refund" });
    const amounts = async (viewer: { id: string; role: "clerk" | "manager" | "bookkeeper" }) =>
      (await readShift(viewer, shift))?.lines.map(({ kind, cents }) => [kind, cents]).toSorted();
    const hidden = [
      ["opened", 1000],
      ["refund", undefined],
      ["sale", undefined],
    ];
    for (const viewer of [mira, jonas, tomas]) expect(await amounts(viewer)).toEqual(hidden);
    expect(JSON.stringify(await readDrawerPage(mira, "Counter"))).not.toMatch(/\b(4327|5000)\b/);
    expect(await amounts({ id: "b", role: "bookkeeper" })).toContainEqual(["sale", 4327]);
    const last = await count(shift, { "50": 1 });
    expect(await amounts(mira)).toContainEqual(["sale", 4327]);
    expect(await close(shift, last)).toMatchObject({ ok: true });
    expect(
      await db().selectFrom("drawer_shifts").select("number").where("state", "!=", "closed").execute(),
    ).toEqual([]);
  });
});
