import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Attempt } from "#lib/attempt.ts";
import { type ChargeValues, emptyCharge, inUse } from "#lib/charge/fields/values.ts";
import { chargeForm } from "#lib/charge/form.ts";
import type { Role } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { tables } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { describeStores } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { findAttempt } from "./attempts/attempts.ts";
import { decide } from "./decide.ts";
import { resolveDue } from "./recovery/resolve.ts";
import { startCharge } from "./start-charge.ts";

const gateway = new FakeGateway();
const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as Role };
const colleague = { id: "clerk-2", name: "Noor Haddad", role: "clerk" as Role };
const manager = { id: "manager-1", name: "Tobias Lindqvist", role: "manager" as Role };
/** Decides what that manager took. */
const other = { id: "manager-2", name: "Helen Park" };
const cardNumber = "4000100011112224";
const form = chargeForm("2026-11");

connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000" });
afterEach(() => gateway.reset());

let forms = 0;
/** Amounts that differ from test to test, so that none blocks another. */
let cents = 1000;
const newAmount = () => {
  cents += 100;
  return (cents / 100).toFixed(0);
};

function sale(amount: string, change: Partial<ChargeValues> = {}) {
  forms += 1;
  const empty = emptyCharge(`guard-form-${String(forms).padStart(13, "0")}`);
  const card = { ...empty.card, number: cardNumber, expiration: "1228" };
  return form.parse(inUse({ ...empty, amount, card, ...change }));
}

function byToken(amount: string, token: string) {
  return sale(amount, { tender: "token", token: { token, cvc: "", paymentKey: "" } });
}

async function charged(person: typeof clerk, values: ReturnType<typeof sale>): Promise<Attempt> {
  const result = await startCharge(person, values);
  if (!result.ok) throw new Error(`it was stopped: ${result.problem.kind}`);
  return result.value;
}

async function lose(person: typeof clerk, values: ReturnType<typeof sale>): Promise<Attempt> {
  gateway.behavior = "reset-before";
  const attempt = await charged(person, values);
  gateway.behavior = "approve";
  expect(attempt.state).toBe("unknown");
  gateway.posts = [];
  return attempt;
}

const reason = "The customer showed the terminal's slip of the other shop.";

describeStores("the duplicate block", (open, onSqlite) => {
  beforeAll(async () => useStore((await open()).db));

  test("a card whose charge is unknown is not charged the same amount again at any workstation", async () => {
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    for (const person of [clerk, colleague, manager]) {
      const again = await startCharge(person, sale(amount));
      expect(again).toMatchObject({
        ok: false,
        problem: { kind: "blocked", blocking: { id: lost.id, userName: clerk.name, state: "unknown" } },
      });
    }
    expect(gateway.posts).toEqual([]);
  });

  test("a blocked charge leaves no trace: the same form charges once when the block has ended", async () => {
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    const values = sale(amount);
    expect((await startCharge(colleague, values)).ok).toBe(false);
    expect(await findAttempt(values.attemptId)).toBeUndefined();
    await decide(manager, { attemptId: lost.id, moved: false, reason });
    expect((await charged(colleague, values)).state).toBe("answered");
    expect(gateway.posts).toHaveLength(1);
  });

  test("another amount, another card and cash are not blocked", async () => {
    const amount = newAmount();
    await lose(clerk, sale(amount));
    const other = { ...emptyCharge("").card, number: "5555444433332226", expiration: "1228" };
    expect((await charged(colleague, sale(newAmount()))).state).toBe("answered");
    expect((await charged(colleague, sale(amount, { card: other }))).state).toBe("answered");
    expect((await charged(colleague, sale(amount, { tender: "cash" }))).state).toBe("answered");
    expect((await charged(colleague, sale(amount, { tender: "cash" }))).state).toBe("answered");
  });

  test("cash instead of a payment without a certain outcome is asked about once, at the same clerk's", async () => {
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    const values = sale(amount, { tender: "cash" });
    const asks = { ok: false, problem: { kind: "needs-confirmation", duplicates: [{ id: lost.id }] } };
    expect(await startCharge(clerk, values)).toMatchObject(asks);
    expect(await findAttempt(values.attemptId)).toBeUndefined();
    expect(gateway.posts).toEqual([]);
    await decide(manager, { attemptId: lost.id, moved: false, reason });
    expect(await startCharge(clerk, values)).toMatchObject(asks);
    const other = sale(newAmount(), { tender: "cash" });
    expect((await charged(clerk, other)).state).toBe("answered");
    const confirmed = { ...values, confirmedDuplicates: [lost.id] };
    expect((await charged(clerk, confirmed)).state).toBe("answered");
    expect((await charged(clerk, confirmed)).id).toBe(values.attemptId);
    expect(gateway.posts).toHaveLength(2);
  });

  test("a check is blocked by its account", async () => {
    const amount = newAmount();
    const check = {
      ...emptyCharge("").check,
      name: "Ada Okafor",
      routing: "987654320",
      account: "10178199",
    };
    await lose(clerk, sale(amount, { tender: "check", check }));
    expect(await startCharge(colleague, sale(amount, { tender: "check", check }))).toMatchObject({
      problem: { kind: "blocked" },
    });
    const another = { ...check, account: "20178199" };
    expect((await charged(colleague, sale(amount, { tender: "check", check: another }))).state).toBe(
      "answered",
    );
  });

  test("of eight workstations in one moment with the same card and amount one charges, the others are blocked", async () => {
    gateway.behavior = "reset-before";
    // The store opens its connections during the first round; from then on all eight are at it at once.
    for (let round = 1; round <= 4; round += 1) {
      const amount = newAmount();
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, place) => startCharge(place % 2 ? clerk : colleague, sale(amount))),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      for (const result of results)
        if (!result.ok)
          expect(result.problem).toMatchObject({ kind: "blocked", blocking: { amountCents: cents } });
      expect(gateway.posts).toHaveLength(round);
    }
  });

  test("two processes are as good as one: a second one's index lets no duplicate in", async () => {
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    const row = await db()
      .selectFrom("attempts")
      .selectAll()
      .where("id", "=", lost.id)
      .executeTakeFirstOrThrow();
    const blocking = { ...row, id: "written-by-another-process", reference: `${row.reference}-2` };
    await expect(db().insertInto("attempts").values(blocking).execute()).rejects.toThrow();
    await db()
      .insertInto("attempts")
      .values({ ...blocking, state: "unsent" })
      .execute();
  });

  test("a manager lets it pass with a reason, which is kept; a clerk cannot", async () => {
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    const blockOverride = { attemptId: lost.id, reason };
    expect(await startCharge(clerk, sale(amount, { blockOverride }))).toMatchObject({
      ok: false,
      problem: { kind: "refused" },
    });
    expect(gateway.posts).toEqual([]);
    const passed = await charged(manager, sale(amount, { blockOverride }));
    expect(passed.state).toBe("answered");
    expect(passed.steps[0]?.text).toContain(reason);
    expect(passed.steps[0]?.text).toContain(manager.name);
    expect(passed.steps[0]?.text).toContain(lost.reference);
    expect(JSON.stringify(gateway.posts)).not.toContain(reason);
  });

  test("an override passes the attempt it names and no newer one, and the first still blocks the others", async () => {
    const amount = newAmount();
    const first = await lose(clerk, sale(amount));
    const past = { blockOverride: { attemptId: first.id, reason } };
    const second = await lose(manager, sale(amount, past));
    expect(await startCharge(manager, sale(amount, past))).toMatchObject({
      problem: { kind: "blocked", blocking: { id: second.id } },
    });
    await decide(other, { attemptId: second.id, moved: false, reason });
    expect(await startCharge(clerk, sale(amount))).toMatchObject({
      problem: { kind: "blocked", blocking: { id: first.id } },
    });
    expect(gateway.posts).toEqual([]);
  });

  onSqlite("a payment that is being sent can't be overridden, not even by a manager", async () => {
    const amount = newAmount();
    gateway.behavior = "silence";
    const values = sale(amount);
    const running = startCharge(clerk, values);
    await vi.waitFor(() => expect(gateway.posts).toHaveLength(1));
    const override = { blockOverride: { attemptId: values.attemptId, reason } };
    expect(await startCharge(manager, sale(amount, override))).toMatchObject({
      problem: { kind: "blocked", blocking: { state: "sent" } },
    });
    expect((await running).ok).toBe(true);
    expect(gateway.posts).toHaveLength(1);
  });

  test("evidence ends the block: a payment that was charged after all needs a confirmation before a second one", async () => {
    const amount = newAmount();
    gateway.behavior = "reset-after-commit";
    const lost = await charged(clerk, sale(amount));
    gateway.behavior = "approve";
    await resolveDue(Date.now() + DAY_MS);
    expect((await findAttempt(lost.id))?.state).toBe("resolved");
    expect(await startCharge(colleague, sale(amount))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: lost.id }] },
    });
    expect(gateway.posts).toHaveLength(1);
  });

  test("an approved payment of the same card and amount is asked about once, and charged at the second press", async () => {
    const amount = newAmount();
    const first = await charged(clerk, sale(amount));
    const values = sale(amount);
    const asked = await startCharge(colleague, values);
    expect(asked).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: first.id, userName: clerk.name }] },
    });
    expect(gateway.posts).toHaveLength(1);
    const confirmed = { ...values, confirmedDuplicates: [first.id] };
    expect((await charged(colleague, confirmed)).state).toBe("answered");
    // The second is one more to have seen.
    expect(await startCharge(clerk, sale(amount, { confirmedDuplicates: [first.id] }))).toMatchObject({
      problem: { kind: "needs-confirmation", duplicates: [{ id: values.attemptId }, { id: first.id }] },
    });
    expect(gateway.posts).toHaveLength(2);
  });

  onSqlite("asks no question about a declined payment, an older one, or cash", async () => {
    const amount = newAmount();
    gateway.behavior = "decline";
    await charged(clerk, sale(amount));
    gateway.behavior = "approve";
    const taken = await charged(clerk, sale(amount));
    await db()
      .updateTable("attempts")
      .set({ outcome_at: Date.now() - 11 * 60_000 })
      .where("id", "=", taken.id)
      .execute();
    expect((await charged(clerk, sale(amount))).state).toBe("answered");
    await charged(clerk, sale(amount, { tender: "cash" }));
    expect((await charged(clerk, sale(amount, { tender: "cash" }))).state).toBe("answered");
  });

  test("the gateway's word that it was a duplicate is no payment of its own to ask about", async () => {
    const amount = newAmount();
    const duplicate = await charged(clerk, sale(amount));
    await db()
      .updateTable("attempts")
      .set({ answer: JSON.stringify({ ...duplicate.transaction, is_duplicate: "Y" }) })
      .where("id", "=", duplicate.id)
      .execute();
    expect((await charged(colleague, sale(amount))).state).toBe("answered");
  });

  test("skipping the duplicate detection needs a manager and a reason, which stays here", async () => {
    const amount = newAmount();
    await charged(clerk, sale(amount));
    const again = { ignoreDuplicate: true, duplicateReason: "Two bouquets, one for each table." };
    expect(await startCharge(clerk, sale(amount, again))).toMatchObject({ problem: { kind: "refused" } });
    expect(() => sale(amount, { ...again, duplicateReason: "" })).toThrow("second payment");
    const second = await charged(manager, sale(amount, again));
    expect(second.steps[0]?.text).toContain(again.duplicateReason);
    expect(gateway.posts.at(-1)).toMatchObject({ ignore_duplicate: true });
    expect(JSON.stringify(gateway.posts)).not.toContain(again.duplicateReason);
  });

  test("a card saved here is one card, by its number and by its token", async () => {
    const token = "a1b2-c3d4-e5f6-g7h8";
    const saved = await saveCard(token);
    expect(saved.state).toBe("answered");
    const amount = newAmount();
    const lost = await lose(clerk, sale(amount));
    expect(await startCharge(colleague, byToken(amount, token))).toMatchObject({
      problem: { kind: "blocked", blocking: { id: lost.id } },
    });
    expect((await charged(colleague, byToken(amount, "z1b2-c3d4-e5f6-g7h8"))).state).toBe("answered");
  });

  async function saveCard(token: string): Promise<Attempt> {
    gateway.behavior = "approve";
    gateway.extra = { savedcard: { key: token } };
    return charged(clerk, sale(newAmount(), { card: { ...cardOf(), save: true } }));
  }

  test("neither number nor token is in any row but as a keyed digest", async () => {
    await saveCard("b1b2-c3d4-e5f6-g7h8");
    const rows = await db().selectFrom("card_tokens").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const name of Object.keys(tables)) {
      const all = JSON.stringify(
        await db()
          .selectFrom(name as keyof typeof tables) // the keys are the names
          .selectAll()
          .execute(),
      );
      expect(all).not.toContain(cardNumber);
      if (name === "card_tokens") expect(all).not.toContain("b1b2");
    }
  });
});

const cardOf = () => ({ ...emptyCharge("").card, number: cardNumber, expiration: "1228" });
