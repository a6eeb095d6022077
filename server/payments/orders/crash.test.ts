import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeBatch } from "#e2e/sandbox/payments.ts";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { newAttemptId } from "#lib/attempt.ts";
import { toDecimal } from "#lib/money.ts";
import { allPartsOf, paidCents } from "#lib/payments/order.ts";
import { DAY_MS } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { describeStoresOnSqlite } from "#server/db/test-store.ts";
import { useStore } from "#server/db/use-store.ts";
import { readTransaction } from "#server/gateway-cache/transactions.ts";
import { log } from "#server/log.ts";
import { listByIds } from "../attempts/attempt-queries.ts";
import { hasNoOutcome } from "../attempts/attempt-row.ts";
import { findRow, listRows } from "../attempts/attempts.ts";
import { decide } from "../decide.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { clerk, follow, manager } from "../follow-up/test-follow-ups.ts";
import { requestListAgain } from "../lookup/live-gateway.ts";
import { resolveDue } from "../recovery/resolve.ts";
import { startCharge } from "../start-charge.ts";
import { planUndo } from "./plan-undo.ts";
import { readBalance } from "./read-orders.ts";
import { heldCents, live, mortalOf, readGateway, refundsIn, salesIn, sumOf } from "./test-order-console.ts";
import { type Action, charge, type Scenario, scenario } from "./test-order-scenarios.ts";
import { undoForm, undoOrder } from "./undo.ts";

vi.mock("#server/failpoint.ts", async () => {
  const { die } = await import("./test-order-console.ts");
  return { failpoint: die, armFailpoint: () => {} };
});

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  Object.assign(process.env, {
    GATEWAY_URL: sandbox.url,
    GATEWAY_API_KEY: sandbox.key,
    GATEWAY_API_PIN: sandbox.pin,
    GATEWAY_TIMEOUT_MS: "3000",
    AUTH_SECRET: "a".repeat(40),
  });
  // Each death is an error there.
  log.level = "silent";
});
afterAll(() => sandbox.stop());

/**
 * The attempts, the orders and the undoing against the sandbox: lost answers, two workstations at once, closings, voids
 * elsewhere, and deaths at any statement or failpoint. PROVE_RUNS, PROVE_SEED and PROVE_PATH choose how many and which.
 */
describeStoresOnSqlite("an order whose console dies anywhere", (open) => {
  beforeAll(async () => useStore(mortalOf(await open())));

  test("never collects more than its total, knows each part, and undoes all or says what is left", async () => {
    const seed = process.env.PROVE_SEED;
    await fc.assert(
      fc.asyncProperty(scenario, async (chosen) => {
        await new Order(chosen.first.cents).run(chosen);
      }),
      {
        numRuns: Number(process.env.PROVE_RUNS ?? 12),
        endOnFailure: process.env.PROVE_SHRINK === undefined,
        ...(seed !== undefined && { seed: Number(seed) }),
        ...(process.env.PROVE_PATH !== undefined && { path: process.env.PROVE_PATH }),
      },
    );
  }, 3_600_000);
});

class Order {
  readonly #totalCents: number;
  readonly #id = newAttemptId();
  #known = new Set<string>();

  constructor(totalCents: number) {
    this.#totalCents = totalCents;
  }

  async run({ first, actions, undoes }: Scenario) {
    requestListAgain();
    await sandbox.control("DELETE", "/faults");
    this.#known = new Set((await readGateway(sandbox, new Set())).flatMap(({ key }) => key ?? []));
    const part = toDecimal(Math.floor(this.#totalCents * 0.6));
    const isPartial = first.tender === "partial";
    await this.#losing(first.answer);
    await live(first.death, [
      () =>
        startCharge(
          clerk,
          charge(this.#id, first.tender, toDecimal(this.#totalCents), {
            ...(!isPartial && { split: true, partAmount: part }),
          }),
        ),
    ]);
    await this.#check("first");
    for (const [index, one] of actions.entries()) {
      await this.#act(one);
      await this.#check(`${index}: ${JSON.stringify(one)}`);
    }
    await this.#settle();
    if (undoes) await this.#act({ kind: "undo", workstations: 1, death: undefined, answer: "comes" });
    await this.#settle();
    await this.#checkEnd();
  }

  async #losing(fault: string | undefined) {
    await sandbox.control("DELETE", "/faults");
    if (fault === undefined || fault === "comes") return;
    for (const command of [
      "sale",
      "check:sale",
      "cash:sale",
      "void",
      "cc:void:release",
      "refund",
      "cash:refund",
      "unvoid",
    ])
      await sandbox.control("POST", "/faults", { kind: fault, command, times: 1 });
  }

  async #act(one: Action) {
    await this.#losing("answer" in one ? one.answer : undefined);
    const die = "death" in one ? one.death : undefined;
    if (one.kind === "close") return await closeBatch(sandbox).catch(() => undefined);
    if (one.kind === "look") return await live(die, [() => resolveDue(Date.now() + DAY_MS)]);
    const balance = await this.#balance();
    if (!balance) return;
    const parts = allPartsOf(balance);
    if (one.kind === "part" && "percent" in one) {
      const cents = Math.max(1, Math.floor((balance.openCents * one.percent) / 100));
      const charges = Array.from({ length: one.workstations }, () =>
        charge(newAttemptId(), one.tender, toDecimal(cents), { completes: this.#id }),
      );
      return await live(
        die,
        charges.map((values, workstation) => () => startCharge(workstation ? manager : clerk, values)),
      );
    }
    if (one.kind === "undo" && "workstations" in one) {
      const ids = parts.map(({ attemptId }) => attemptId);
      return await live(
        die,
        Array.from({ length: one.workstations }, (_, workstation) => () => this.#undo(ids, workstation)),
      );
    }
    if (!("nth" in one)) return;
    const row = await findRow(parts[one.nth % Math.max(1, parts.length)]?.attemptId ?? "");
    const key = row?.transaction_key;
    if (one.kind === "undo part") return row && (await live(die, [() => this.#undo([row.id], 0)]));
    if (one.kind === "void elsewhere") return key && (await sandbox.command("void", { trankey: key }));
    if (one.kind === "void refund") {
      const record = refundsIn(await readGateway(sandbox, this.#known));
      const refund = record[one.nth % Math.max(1, record.length)]?.key;
      return refund && (await live(die, [() => startFollowUp(manager, follow("void", refund, ""))]));
    }
    if (!row || !key) return;
    const isCash = row.tender === "cash";
    const amount = one.kind === "refund some" ? "1.00" : toDecimal(row.amount_cents ?? 0);
    const command =
      one.kind === "void" || one.kind === "unvoid" ? one.kind : isCash ? "cash:refund" : "refund";
    const values = follow(command, key, command === "void" || command === "unvoid" ? "" : amount);
    await live(die, [() => startFollowUp(manager, values)]);
  }

  #undo(parts: readonly string[], workstation: number) {
    const person = workstation ? { ...manager, id: "manager-2", name: "Ida Novak" } : manager;
    const asked = parts.map((part) => ({ part, attemptId: newAttemptId() }));
    return undoOrder(
      person,
      undoForm.parse({ order: this.#id, reason: "They changed their mind", parts: asked }),
    );
  }

  async #balance() {
    const row = await findRow(this.#id);
    return row && (await readBalance(row));
  }

  /** At any moment the gateway holds no more than the total. */
  async #check(when: string) {
    const record = await readGateway(sandbox, this.#known);
    expect(heldCents(record), `held, ${when}`).toBeLessThanOrEqual(this.#totalCents);
  }

  async #settle() {
    await sandbox.control("DELETE", "/faults");
    for (let turn = 1; turn <= 3; turn += 1) {
      await resolveDue(Date.now() + DAY_MS * turn);
      await closeBatch(sandbox).catch(() => undefined);
    }
    await resolveDue(Date.now() + DAY_MS * 5);
    await this.#decideAbsent();
    for (const key of await this.#keys())
      expect(await readTransaction(key, { fresh: true })).toMatchObject({ kind: "found" });
  }

  /** Where a search proves nothing, a person decides. What the gateway has is found without one. */
  async #decideAbsent() {
    const { text } = await sandbox.request("GET", "/transactions?limit=1000");
    for (const { id, reference, user_id, command } of await listRows({ states: ["unknown"], limit: 100 })) {
      expect(text, `found: ${command} ${reference}`).not.toContain(reference);
      expect(user_id).not.toBe(admin.id);
      await decide(admin, { attemptId: id, moved: false, reason: "The portal shows nothing of it" });
    }
  }

  async #keys() {
    return (await readGateway(sandbox, this.#known)).flatMap(({ key }) => key ?? []);
  }

  async #checkEnd() {
    const record = await readGateway(sandbox, this.#known);
    const balance = await this.#balance();
    const parts = balance ? allPartsOf(balance) : [];
    const rows = await listByIds(parts.map(({ attemptId }) => attemptId));
    expect(rows.filter(hasNoOutcome).map(({ state }) => state)).toEqual([]);
    const keys = new Set(rows.map(({ transaction_key }) => transaction_key));
    for (const { key } of salesIn(record)) expect(keys, `known: ${key}`).toContain(key);
    const staying = balance ? parts.filter(({ isGone }) => !isGone) : [];
    const given = refundsIn(record);
    const madeOf = await this.#originals(given.flatMap(({ key }) => key ?? []));
    const partly = given.filter(({ key }) =>
      staying.some(({ transactionKey }) => transactionKey === madeOf.get(key ?? "")),
    );
    const paid = balance ? paidCents(balance) : 0;
    expect(
      paid - sumOf(partly),
      `what the page counts as paid of ${JSON.stringify({ record, balance })}`,
    ).toBe(heldCents(record));
    if (balance && staying.length > 0) expect(balance.openCents).toBe(Math.max(0, this.#totalCents - paid));
    if (balance?.closed?.as !== "undone") return;
    const plan = await planUndo(manager, this.#id);
    const open = plan.ok ? plan.value.filter(({ problem }) => !problem?.startsWith("Already")) : [];
    const openIds = open.map(({ part }) => part).sort();
    expect(openIds, "what the plan leaves").toEqual(staying.map(({ attemptId }) => attemptId).sort());
  }

  /** The payment of each refund, as its attempt has it. */
  async #originals(refunds: readonly string[]) {
    const { db } = await import("#server/db/db.ts");
    const rows: Pick<AttemptRow, "transaction_key" | "original_key">[] = refunds.length
      ? await db()
          .selectFrom("attempts")
          .select(["transaction_key", "original_key"])
          .where("transaction_key", "in", refunds)
          .execute()
      : [];
    return new Map(rows.map((row) => [row.transaction_key ?? "", row.original_key]));
  }
}

const admin = { id: "admin-1", name: "Helen Okoye" };
