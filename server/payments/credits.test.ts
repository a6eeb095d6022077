import { afterEach, beforeAll, expect, test } from "vitest";
import { type ChargeValues, emptyCharge, inUse } from "#lib/charge/fields/values.ts";
import { chargeForm } from "#lib/charge/form.ts";
import type { Role } from "#lib/permissions.ts";
import { DAY_MS } from "#lib/time.ts";
import { db } from "#server/db/db.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { FakeGateway } from "#server/gateway-client/fake-gateway.ts";
import { connectTo } from "#server/gateway-client/test-environment.ts";
import { findAttempt } from "./attempts/attempts.ts";
import { requestListAgain } from "./lookup/live-gateway.ts";
import { resolveDue } from "./recovery/resolve.ts";
import { startCharge } from "./start-charge.ts";

const gateway = new FakeGateway();
connectTo(gateway, { GATEWAY_TIMEOUT_MS: "1000" });
afterEach(() => {
  gateway.reset();
  requestListAgain();
});

const clerk = { id: "clerk-1", name: "Mira Castellanos", role: "clerk" as Role };
const manager = { id: "manager-1", name: "Tobias Lindqvist", role: "manager" as Role };

let forms = 0;
function form(change: Partial<ChargeValues>): ChargeValues {
  forms += 1;
  const empty = emptyCharge(`credit-form-${String(forms).padStart(12, "0")}`);
  const card = { ...empty.card, number: "4000100011112224", expiration: "1228" };
  const check = { ...empty.check, name: "Ada Okafor", routing: "021000021", account: "10178199" };
  const values = {
    ...empty,
    card,
    check,
    amount: String(100 + forms),
    credit: { reason: "Goodwill" },
    ...change,
  };
  return chargeForm("2026-11").parse(inUse(values));
}

async function charged(values: ChargeValues, person = manager) {
  const result = await startCharge(person, values);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

describeStoresOnSqlite("charges other than a sale", (open) => {
  beforeAll(async () => useStore((await open()).db));

  test.each([
    ["card", "cc:credit"],
    ["check", "check:credit"],
    ["cash", "cash:refund"],
  ] as const)(
    "a credit by %s is recorded with its reason before it is sent as %s",
    async (tender, command) => {
      const attempt = await charged(form({ kind: "credit", tender }));
      expect(attempt).toMatchObject({ command, tender, state: "answered" });
      expect(attempt.signedCents).toBe(-(attempt.amountCents ?? 0));
      expect(attempt.steps.map(({ kind }) => kind)).toEqual(["prepared", "sent", "answered"]);
      expect(attempt.steps[0]?.text).toContain("Reason: Goodwill");
      expect(gateway.posts).toHaveLength(1);
      expect(JSON.stringify(gateway.posts)).not.toContain("Goodwill");
    },
  );

  test("a clerk sends no money back", async () => {
    for (const tender of ["card", "check", "cash"] as const) {
      const values = form({ kind: "credit", tender });
      expect(await startCharge(clerk, values)).toMatchObject({ ok: false, problem: { kind: "refused" } });
      expect(await findAttempt(values.attemptId)).toBeUndefined();
    }
    expect(gateway.posts).toEqual([]);
  });

  test("the same credit a moment later is asked about; a sale of that amount is not", async () => {
    const amount = "71.00";
    const first = await charged(form({ kind: "credit", amount }));
    const again = form({ kind: "credit", amount });
    expect(await startCharge(manager, again)).toMatchObject({
      ok: false,
      problem: { kind: "needs-confirmation", duplicates: [{ id: first.id }] },
    });
    const confirmed = { ...again, confirmedDuplicates: [first.id] };
    expect((await charged(confirmed)).state).toBe("answered");
    expect((await charged(form({ amount }))).state).toBe("answered");
  });

  test("a credit for a sale of a moment ago is not asked about", async () => {
    const amount = "72.00";
    await charged(form({ amount }), clerk);
    expect((await charged(form({ kind: "credit", amount }))).state).toBe("answered");
  });

  test.each(["card", "check"] as const)(
    "a credit by %s whose answer was lost blocks another, and is found",
    async (tender) => {
      const amount = tender === "card" ? "73.00" : "74.00";
      gateway.behavior = "reset-after-commit";
      const lost = await charged(form({ kind: "credit", tender, amount }));
      expect(lost.state).toBe("unknown");
      gateway.behavior = "approve";
      const stop = { ok: false, problem: { kind: "blocked", blocking: { id: lost.id } } };
      expect(await startCharge(manager, form({ kind: "credit", tender, amount }))).toMatchObject(stop);
      expect(await startCharge(clerk, form({ tender, amount }))).toMatchObject(stop);
      expect(gateway.posts).toHaveLength(1);
      await resolveDue(Date.now() + DAY_MS);
      expect(await findAttempt(lost.id)).toMatchObject({
        state: "resolved",
        transaction: { result_code: "A" },
      });
      expect(gateway.posts).toHaveLength(1);
    },
  );

  test("a voice authorization whose answer was lost blocks a sale of the same card and amount", async () => {
    gateway.behavior = "reset-after-commit";
    const values = form({ kind: "voice", amount: "75.00", voice: { authcode: "072914" } });
    const lost = await charged(values, clerk);
    gateway.behavior = "approve";
    expect(gateway.posts[0]).toMatchObject({ command: "cc:postauth", authcode: "072914" });
    expect(await startCharge(clerk, form({ amount: "75.00" }))).toMatchObject({
      ok: false,
      problem: { kind: "blocked", blocking: { id: lost.id } },
    });
  });

  test("saving a card moves no money and waits for nobody", async () => {
    const attempt = await charged(form({ kind: "save" }), clerk);
    expect(attempt).toMatchObject({ command: "cc:save", state: "answered", amountCents: undefined });
    expect(gateway.posts[0]).not.toHaveProperty("amount");
  });

  test("a payment key is neither stored nor sent twice, and blocks its own second form", async () => {
    const paymentKey = "pk_verysecret0123";
    const token = { token: "", cvc: "", paymentKey };
    gateway.behavior = "reset-before";
    const lost = await charged(form({ tender: "token", token, amount: "76.00" }), clerk);
    gateway.behavior = "approve";
    expect(await startCharge(clerk, form({ tender: "token", token, amount: "76.00" }))).toMatchObject({
      ok: false,
      problem: { kind: "blocked", blocking: { id: lost.id } },
    });
    const rows = await db().selectFrom("attempts").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(paymentKey);
  });

  test("money sent back does not collect the rest of a payment", async () => {
    const values = form({ kind: "credit", completes: "credit-form-000000000001" });
    expect(await startCharge(manager, values)).toMatchObject({ ok: false, problem: { kind: "refused" } });
    expect(gateway.posts).toEqual([]);
  });

  test("the browser's address is sent, and may change between two submits of one form", async () => {
    const values = form({ amount: "81.00" });
    const at = (address: string) => startCharge({ ...clerk, address }, values);
    const first = await at("203.0.113.9");
    expect(gateway.posts[0]).toMatchObject({ clientip: "203.0.113.9" });
    expect(await at("203.0.113.77")).toMatchObject({ ok: true, value: { id: first.ok && first.value.id } });
    expect(gateway.posts).toHaveLength(1);
  });
});
