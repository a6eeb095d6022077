import { beforeAll, beforeEach, expect, it } from "vitest";
import { businessDayOf } from "#lib/business-day.ts";
import { refuse } from "#lib/result.ts";
import { businessClock } from "#server/books/business-clock.ts";
import { forgetCard } from "#server/books/cards/list-cards.ts";
import { noteCards } from "#server/books/cards/note-cards.ts";
import { enterDeposit, setAside, undoMatch } from "#server/books/deposits/change.ts";
import { closeShift } from "#server/books/drawer/close.ts";
import { storeCount } from "#server/books/drawer/counts.ts";
import { recordMovement } from "#server/books/drawer/movements.ts";
import { openShift } from "#server/books/drawer/open-shift.ts";
import { beginExport } from "#server/books/exports/export-records.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { setUpConsole } from "#server/payments/test-console.ts";
import { verifyLog } from "./verify.ts";

setUpConsole();

const manager = {
  id: "manager-1",
  email: "m@shop.test",
  name: "Tobias Lindqvist",
  role: "manager",
  sessionId: "s",
  lastActionAt: 0,
  provedAt: 0,
  hasSecondFactor: false,
} as const;
const noApprover = async () => refuse("noApprover");

describeStoresOnSqlite("the books in the audit log", (open) => {
  beforeAll(async () => useStore((await open()).db));
  beforeEach(async () => {
    await db().deleteFrom("audit_events").execute();
  });

  const events = async () => {
    const rows = await db().selectFrom("audit_events").selectAll().orderBy("position").execute();
    expect(rows.every(({ user_name }) => user_name === "Tobias Lindqvist")).toBe(true);
    expect((await verifyLog(db())).integrity).toEqual([]);
    return rows.map(({ name, subject, data }) => ({ name, subject, ...JSON.parse(data) }));
  };

  it("has a drawer that is opened, moved and closed, and nothing of a repeated form", async () => {
    const opening = { drawer: "Drawer 1", floatCents: 10_000, reason: "" };
    await openShift(manager, opening, noApprover);
    await openShift(manager, opening, noApprover);
    const movement = {
      id: "movement-00000001",
      shift: 1,
      kind: "paidOut",
      cents: 500,
      reason: "Stamps",
    } as const;
    await recordMovement(manager, movement, noApprover);
    await recordMovement(manager, movement, noApprover);
    const countId = "count-0000000001";
    await storeCount(manager, {
      id: countId,
      shift: 1,
      previous: null,
      pieces: { "20": 4, "10": 1, "5": 1 },
    });
    const closed = await closeShift(
      manager,
      { shift: 1, countId, reason: "", nextFloatCents: 0 },
      noApprover,
    );
    expect(closed).toMatchObject({ ok: true });
    expect(await events()).toEqual([
      { name: "drawer.opened", subject: "1", cents: 10_000 },
      { name: "drawer.moved", subject: "1", kind: "paidOut", cents: 500, reason: "Stamps" },
      { name: "drawer.closed", subject: "1", report: 1 },
    ]);
  });

  it("has a deposit that is entered, set aside and opened again", async () => {
    const day = businessDayOf(businessClock(), Date.now());
    const entry = { id: "deposit-000000001", day, cents: -1500, description: "Fee", trace: "", again: false };
    await enterDeposit(manager, entry);
    await enterDeposit(manager, entry);
    const match = await setAside(manager, { deposit: entry.id, purpose: "fee", note: "" });
    if (!match.ok) throw new Error(match.problem.message);
    await undoMatch(manager, { match: match.value.id, reason: "Not a fee" });
    const change = (text: string) => ({ name: "deposit.changed", subject: entry.id, change: text });
    expect(await events()).toEqual([
      change("Entered by hand"),
      change("Marked as a fee"),
      change("Match undone: Not a fee"),
    ]);
  });

  it("has an export before its first byte, and a card that is forgotten once", async () => {
    const id = await beginExport({ user: manager, query: "q=visa", format: "csv", columns: null });
    const token = "5tz1-mq8r-47dk-2224";
    await noteCards(db(), [{ token, seen_at: 1 }]);
    await forgetCard(manager, token, 2);
    await forgetCard(manager, token, 3);
    expect(await events()).toEqual([
      { name: "export.taken", subject: id, format: "csv", query: "q=visa" },
      { name: "card.forgotten", subject: token },
    ]);
  });
});
