import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pieces } from "#lib/drawer/denominations.ts";
import { ok } from "#lib/result.ts";
import { db } from "#server/db/db.ts";
import { describeStores, type TestStore } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { findRow } from "#server/payments/attempts/attempts.ts";
import { runAttempt } from "#server/payments/submit.ts";
import { closeShift } from "./close.ts";
import { storeCount } from "./counts.ts";
import { recordMovement } from "./movements.ts";
import { openShift } from "./open-shift.ts";
import { readDrawerPage, readShift } from "./page-state.ts";
import { findReport } from "./reports.ts";
import { drawerProblem } from "./required.ts";
import { readOpenShifts } from "./shifts.ts";
import {
  count,
  jonas,
  mira,
  newId,
  noApprover,
  open,
  payOut,
  setOutcome,
  setUpSettings,
  signedBy,
  takeCash,
  tomas,
} from "./test-drawer.ts";

describeStores("a cash drawer", (openStore) => {
  let store: TestStore;
  beforeAll(async () => {
    setUpSettings();
    store = await openStore();
    useStore(store.db);
  });
  afterAll(() => {
    for (const name of ["CASH_DRAWERS", "DRAWER_TOLERANCE"]) delete process.env[name];
  });

  const close = (
    shift: number,
    countId: string,
    {
      reason = "",
      person = mira as typeof mira | typeof tomas,
      approver = noApprover,
      nextFloatCents = 0,
    } = {},
  ) => closeShift(person, { shift, countId, reason, nextFloatCents }, approver);

  /** Closes the shift with exactly what should be there or a difference that needs no manager. */
  async function countAndClose(shift: number, pieces: Pieces) {
    return await close(shift, await count(shift, pieces), { reason: "Not known" });
  }

  const countLines = async (shift: number) =>
    (await readShift(mira, shift))?.lines.filter(({ kind }) => kind === "count");

  it("adds up float, sales, refunds, movements and drops, and shows the sum only once it is counted", async () => {
    const shift = await open("Counter");
    await takeCash("Counter", 3025);
    await takeCash("Counter", 2487);
    await takeCash("Counter", 2000, { command: "cash:refund" });
    await takeCash("Counter", 999, { state: "refused" });
    await takeCash("Back office", 700);
    await recordMovement(
      mira,
      { id: newId(), shift, kind: "paidIn", cents: 10_000, reason: "Change" },
      noApprover,
    );
    await payOut(shift, 4500);
    await recordMovement(mira, { id: newId(), shift, kind: "drop", cents: 5000, reason: "Safe" }, noApprover);

    const blind = (await readDrawerPage(mira, "Counter")).current;
    expect(blind?.comparison).toBeUndefined();
    expect(blind?.lines).toHaveLength(8);
    expect(blind?.shift).not.toHaveProperty("expectedCents", expect.anything());

    await count(shift, { "100": 2, "20": 2, "coin-0.10": 1, "coin-0.01": 2 });
    const counted = (await readShift(mira, shift))?.comparison;
    expect(counted).toMatchObject({
      expectedCents: 20_000 + 3025 + 2487 - 2000 + 10_000 - 4500 - 5000,
      countedCents: 24_012,
      overShortCents: 0,
      approval: [],
      canRecount: true,
    });
    expect(await countLines(shift)).toMatchObject([{ cents: undefined }]);
    const last = counted?.counts.at(-1)?.id ?? "";
    expect(await close(shift, last, { nextFloatCents: 20_000 })).toMatchObject({ ok: true });
    expect((await findReport(shift))?.figures).toMatchObject({
      shift,
      drawer: "Counter",
      floatCents: 20_000,
      sums: { sales: { count: 2, cents: 5512 }, refunds: { count: 1, cents: 2000 } },
      pieces: [
        { label: "$100", count: 2, cents: 20_000 },
        { label: "$20", count: 2, cents: 4000 },
        { label: "Dimes", count: 1, cents: 10 },
        { label: "Pennies", count: 2, cents: 2 },
      ],
      overShortCents: 0,
      nextFloatCents: 20_000,
      toSafeCents: 4012,
    });
    expect(await countLines(shift)).toMatchObject([{ cents: 24_012 }]);
    expect((await readDrawerPage(mira, "Counter")).left).toMatchObject({ cents: 20_000, by: mira.name });
  });

  it("opens once when two people press at the same time, and reports to the second who has it", async () => {
    const people = [mira, jonas];
    const opened = await Promise.all(
      people.map((person) =>
        openShift(
          person,
          { drawer: "Counter", floatCents: person === mira ? 100 : 200, reason: "Float" },
          signedBy(tomas),
        ),
      ),
    );
    const winner = people[opened.findIndex((result) => result.ok)];
    expect(opened.filter((result) => result.ok)).toHaveLength(1);
    const refused = opened.find((result) => !result.ok);
    expect(refused).toMatchObject({
      problem: { message: expect.stringContaining(`${winner?.name} has opened Counter`) },
    });
    const shift = (await readOpenShifts()).find(({ drawer }) => drawer === "Counter");
    expect(
      await countAndClose(shift?.number ?? 0, { "1": shift ? shift.floatCents / 100 : 0 }),
    ).toMatchObject({
      ok: true,
    });
  });

  it("keeps both drawers' numbers of shifts and Z reports without gaps when they close together", async () => {
    const shifts = [await open("Counter", 0), await open("Back office", 0), await open("Kiosk", 0)];
    const closed = await Promise.all(shifts.map((shift) => countAndClose(shift, {})));
    expect(closed.every(({ ok }) => ok)).toBe(true);
    const reports = await db().selectFrom("drawer_reports").selectAll().orderBy("number").execute();
    expect(reports.map(({ number }) => number)).toEqual(reports.map((_, place) => place + 1));
    const numbers = await db().selectFrom("drawer_shifts").select("number").orderBy("number").execute();
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, place) => place + 1));
    const figures = reports.map((report) => JSON.parse(report.figures));
    expect(figures.map(({ previousHash }) => previousHash)).toEqual([
      null,
      ...reports.slice(0, -1).map(({ hash }) => hash),
    ]);
  });

  it("takes one of two counts, and closes with one of two presses", async () => {
    const shift = await open("Counter", 100);
    const counts = await Promise.all(
      [mira, jonas].map((person) =>
        storeCount(person, { id: newId(), shift, previous: null, pieces: { "1": 1 } }),
      ),
    );
    expect(counts.filter((result) => result.ok)).toHaveLength(1);
    expect(counts.find((result) => !result.ok)).toMatchObject({
      problem: { message: expect.stringContaining("has counted this drawer") },
    });
    const last = (await readShift(mira, shift))?.comparison?.counts.at(-1)?.id ?? "";
    const closings = await Promise.all([close(shift, last), close(shift, last)]);
    expect(closings.filter((result) => result.ok)).toHaveLength(1);
    expect(closings.find((result) => !result.ok)).toMatchObject({
      problem: { message: expect.stringMatching(/has closed this shift already/) },
    });
  });

  it("goes on from a stored count in another process, and keeps the first count beside a recount", async () => {
    const shift = await open("Counter", 1000);
    const first = await count(shift, { "5": 1 });
    useStore(store.another());
    const again = (await readDrawerPage(jonas, "Counter")).current;
    expect(again?.comparison).toMatchObject({ countedCents: 500, expectedCents: 1000, canRecount: true });
    const second = await count(shift, { "10": 1 }, { previous: first, person: jonas });
    expect(await close(shift, first)).toMatchObject({
      problem: { message: expect.stringContaining("counted again") },
    });
    expect(await close(shift, second)).toMatchObject({ ok: true });
    expect((await findReport(shift))?.figures.counts).toEqual([
      { at: expect.any(Number), by: mira.name, cents: 500 },
      { at: expect.any(Number), by: jonas.name, cents: 1000 },
    ]);
    useStore(store.db);
  });

  it("takes the same movement, count and opening twice as one", async () => {
    const shift = await open("Counter", 1000);
    expect(await open("Counter", 1000)).toBe(shift);
    const id = newId();
    expect(await payOut(shift, 100, id)).toEqual(ok(null));
    expect(await payOut(shift, 100, id)).toEqual(ok(null));
    const counting = { id: newId(), shift, previous: null, pieces: { "5": 1 } };
    expect(await storeCount(mira, counting)).toEqual(ok(null));
    expect(await storeCount(mira, counting)).toEqual(ok(null));
    expect(await payOut(shift, 100, id)).toEqual(ok(null));
    expect((await readShift(mira, shift))?.comparison).toMatchObject({
      sums: { paidOut: { count: 1, cents: 100 } },
      counts: [{ cents: 500 }],
    });
    await close(shift, counting.id, { reason: "Wrong change given" });
  });

  it("refuses a movement or count whose id was used for another one, in an open shift and in a counted one", async () => {
    const shift = await open("Counter", 0);
    const movement = { id: newId(), shift, kind: "paidIn", cents: 1000, reason: "Change" } as const;
    expect(await recordMovement(mira, movement, noApprover)).toEqual(ok(null));
    const others = () =>
      Promise.all([
        recordMovement(mira, { ...movement, kind: "paidOut" }, noApprover),
        recordMovement(mira, { ...movement, cents: 1001 }, noApprover),
        recordMovement(mira, { ...movement, reason: "Other" }, noApprover),
        recordMovement(jonas, movement, noApprover),
      ]);
    const other = { problem: { message: expect.stringContaining("with different contents") } };
    expect(await others()).toMatchObject([other, other, other, other]);
    const counting = { id: newId(), shift, previous: null, pieces: { "10": 1 } };
    expect(await storeCount(mira, counting)).toEqual(ok(null));
    expect(await storeCount(mira, { ...counting, pieces: { "5": 1 } })).toMatchObject({ ok: false });
    expect(await others()).toMatchObject([other, other, other, other]);
    expect(await recordMovement(mira, movement, noApprover)).toEqual(ok(null));
    await close(shift, counting.id);
  });

  it("takes no cash and no movement into a counted shift: the cash is outside a shift, with its drawer", async () => {
    const shift = await open("Counter", 0);
    const last = await count(shift, {});
    const late = await takeCash("Counter", 1200);
    expect(await payOut(shift, 100)).toMatchObject({
      problem: { message: expect.stringContaining("Counter was counted") },
    });
    const page = await readDrawerPage(mira, "Counter");
    expect(page.outside.find(({ id }) => id === late)).toMatchObject({ drawer: "Counter", cents: 1200 });
    expect(page.current?.comparison?.expectedCents).toBe(0);
    await close(shift, last);
  });

  it("gives a payment recorded while the drawer is counted to the shift or leaves it outside, never half", async () => {
    for (let round = 0; round < 5; round += 1) {
      const shift = await open("Counter", 0);
      const [id, last] = await Promise.all([takeCash("Counter", 100), count(shift, { "1": 1 })]);
      const row = await db()
        .selectFrom("attempts")
        .select("drawer_shift")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const compared = (await readShift(mira, shift))?.comparison;
      expect(compared?.expectedCents).toBe(row.drawer_shift === null ? 0 : 100);
      expect([shift, null]).toContain(row.drawer_shift);
      await close(shift, last, { reason: "Not known" });
    }
  });

  it("counts a refund in the shift in which the money leaves, whenever it was sold", async () => {
    const sold = await open("Counter", 0);
    await takeCash("Counter", 900);
    await countAndClose(sold, { "5": 1, "1": 4 });
    const later = await open("Counter", 1000);
    await takeCash("Counter", 900, { command: "cash:refund" });
    const last = await count(later, { "1": 1 });
    expect((await readShift(mira, later))?.comparison).toMatchObject({
      expectedCents: 100,
      overShortCents: 0,
    });
    expect((await findReport(sold))?.figures.sums.refunds).toEqual({ count: 0, cents: 0 });
    await close(later, last);
  });

  it("keeps cash in another currency out of the sums and says so on the Z report", async () => {
    const shift = await open("Counter", 0);
    await takeCash("Counter", 5000, { currency: "978" });
    expect(await countAndClose(shift, {})).toMatchObject({ ok: true });
    expect((await findReport(shift))?.figures).toMatchObject({
      expectedCents: 0,
      otherCurrencies: [{ currency: "978", count: 1, cents: 5000 }],
    });
  });

  it("asks for a reason when it is not exact, and for a manager above the tolerance only", async () => {
    const near = await open("Counter", 1000);
    const fiveShort = await count(near, { "5": 1 });
    expect(await close(near, fiveShort)).toMatchObject({ problem: { fields: { reason: "Say why." } } });
    expect(await close(near, fiveShort, { reason: "Wrong change given" })).toMatchObject({ ok: true });
    expect((await findReport(near))?.figures).toMatchObject({ overShortCents: -500, approvedBy: null });

    const far = await open("Counter", 1000);
    const sixOver = await count(far, { "10": 1, "5": 1, "1": 1 });
    expect(await close(far, sixOver, { reason: "Not known" })).toMatchObject({
      problem: { message: "Manager approval required." },
    });
    const approver = signedBy(tomas);
    expect(await close(far, sixOver, { reason: "Not known", approver })).toMatchObject({ ok: true });
    expect((await findReport(far))?.figures).toMatchObject({ overShortCents: 600, approvedBy: tomas.name });
  });

  it("lets a manager approve from their own session, but not if they counted", async () => {
    const own = await open("Counter", 1000);
    const byMira = await count(own, {});
    expect(await close(own, byMira, { reason: "Not known", person: tomas })).toMatchObject({ ok: true });

    const shift = await open("Counter", 1000);
    const byTomas = await count(shift, {}, { person: tomas });
    const approver = signedBy(tomas);
    for (const person of [tomas, mira])
      expect(await close(shift, byTomas, { reason: "Not known", person, approver })).toMatchObject({
        problem: { message: expect.stringContaining("counted this drawer. Another manager") },
      });
    expect(
      await close(shift, byTomas, { reason: "Not known", approver: signedBy({ id: "m2", name: "Ada" }) }),
    ).toMatchObject({ ok: true });
  });

  it("waits for a payment that is being sent, and states one whose answer was lost, with a manager", async () => {
    const shift = await open("Counter", 0);
    const paid = await takeCash("Counter", 940, { state: "sent" });
    const last = await count(shift, { "5": 1, "1": 4, "coin-0.10": 4 });
    const waiting = { reason: "The lost answer", approver: signedBy(tomas) };
    expect(await close(shift, last, waiting)).toMatchObject({
      problem: { message: expect.stringContaining("still being sent") },
    });
    await setOutcome(paid, "unknown");
    expect((await readShift(mira, shift))?.comparison).toMatchObject({
      expectedCents: 0,
      overShortCents: 940,
      approval: ["tolerance", "unknown"],
      unknown: [{ attemptId: paid, cents: 940, isRefund: false }],
    });
    expect(await close(shift, last, { reason: "The lost answer" })).toMatchObject({ ok: false });
    expect(await close(shift, last, waiting)).toMatchObject({ ok: true });
    const before = await findReport(shift);
    await setOutcome(paid, "answered");
    expect(await findReport(shift)).toEqual(before);
    expect(before).toMatchObject({
      integrity: "intact",
      figures: { unknown: [{ cents: 940, by: mira.name }] },
    });
    expect((await readShift(tomas, shift))?.lines.find(({ id }) => id === paid)).not.toHaveProperty(
      "outcome",
    );
  });

  it("opens the next shift while the last one waits for a manager, which then can't be recounted", async () => {
    const waiting = await open("Counter", 1000);
    const last = await count(waiting, {});
    const next = await open("Counter", 500);
    expect((await readDrawerPage(mira, "Counter")).current?.shift.number).toBe(next);
    expect((await readOpenShifts()).map(({ number }) => number)).toEqual(
      expect.arrayContaining([waiting, next]),
    );
    expect(await storeCount(mira, { id: newId(), shift: waiting, previous: last, pieces: {} })).toMatchObject(
      {
        problem: { message: expect.stringContaining("can't be counted again") },
      },
    );
    const approver = signedBy(tomas);
    expect(await close(waiting, last, { reason: "Not known", approver })).toMatchObject({ ok: true });
    await countAndClose(next, { "5": 1 });
  });

  it("refuses to leave more than was counted, and pieces that are no whole numbers", async () => {
    const shift = await open("Counter", 100);
    for (const pieces of [{ "1": 0.5 }, { "1": -1 }, { "3": 1 }])
      expect(await storeCount(mira, { id: newId(), shift, previous: null, pieces })).toMatchObject({
        ok: false,
      });
    const last = await count(shift, { "1": 1 });
    expect(await close(shift, last, { nextFloatCents: 101 })).toMatchObject({
      problem: { fields: { nextFloat: "Only $1.00 was counted." } },
    });
    await close(shift, last);
  });

  it("refuses cash without an open shift where the settings ask for one", async () => {
    expect(await drawerProblem("Counter", false)).toBeUndefined();
    expect(await drawerProblem("Counter", true)).toMatch(/^Counter is not open\. Nothing was recorded/);
    expect(await drawerProblem(undefined, true)).toMatch(/has no cash drawer/);
    const shift = await open("Counter", 0);
    expect(await drawerProblem("Counter", true)).toBeUndefined();
    const last = await count(shift, {});
    expect(await drawerProblem("Counter", true)).toMatch(/^Counter was counted and takes no more cash/);
    await close(shift, last);
  });

  it("records no cash that needs a shift, once the shift is counted", async () => {
    const shift = await open("Counter", 0);
    const last = await count(shift, {});
    const attemptId = newId();
    const refund = await runAttempt(
      { ...mira, drawer: "Counter" },
      {
        ...{ attemptId, command: "cash:refund", tender: "cash", paymentMethod: "Cash", amountCents: 500 },
        body: { amount: "5.00" },
        needsShift: true,
      },
    );
    expect(refund).toEqual({
      kind: "no-shift",
      problem: expect.stringMatching(/^Counter was counted and takes no more cash/),
    });
    expect(await findRow(attemptId)).toBeUndefined();
    await close(shift, last);
  });

  it("shows clerks their own closed shifts, and managers everyone's", async () => {
    const shift = await open("Kiosk", 0, jonas);
    await close(shift, await count(shift, {}, { person: jonas }), { person: tomas });
    expect(await readShift(mira, shift)).toBeUndefined();
    expect(await readShift(jonas, shift)).toMatchObject({ shift: { number: shift } });
    expect(await readShift(tomas, shift)).toMatchObject({ shift: { number: shift } });
    const numbers = async (viewer: typeof mira | typeof jonas | typeof tomas) =>
      (await readDrawerPage(viewer, "Kiosk")).history.map(({ number }) => number);
    expect(await numbers(mira)).not.toContain(shift);
    expect(await numbers(jonas)).toContain(shift);
    expect(await numbers(tomas)).toContain(shift);
  });
});
