import type { CommandName } from "#lib/gateway/commands.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { MoneyOutcome } from "#server/gateway-client/outcome.ts";
import { evidenceSource, listedAs } from "./lookup/evidence-source.ts";
import { judgeOriginal } from "./lookup/judge-original.ts";
import { toDone } from "./lookup/resolution.ts";
import { resolveByReference } from "./lookup/resolve-by-reference.ts";
import { runLookups } from "./lookup/run-lookups.ts";
import { MemoryGateway } from "./lookup/test-gateway.ts";
import { MemoryRecords, newRow } from "./lookup/test-records.ts";
import { weigh } from "./lookup/weigh-evidence.ts";
import { type OutcomeChange, toOutcomeChange } from "./record-outcome.ts";
import { toAdopted } from "./recovery/interrupted.ts";
import type { Action, Fate, Setting } from "./test-model-actions.ts";

const timeoutMs = 60_000;

/** For tests only: a console and a gateway whose time, faults and crashes are scripted. The rules and the search are the real ones. */
export class Model {
  now = Date.parse("2026-11-20T20:00:00Z");
  readonly gateway: MemoryGateway;
  readonly records: MemoryRecords;
  /** Requests that reached the gateway, by attempt. */
  readonly posts = new Map<string, number>();
  /** What a person has decided, by attempt. */
  readonly decisions = new Map<string, boolean>();
  #untilDeath = Number.POSITIVE_INFINITY;
  /** Commands that the gateway will carry out later. */
  #late: { at: number; row: AttemptRow }[] = [];
  /** Attempts whose command the gateway carried out. */
  readonly #done = new Set<string>();

  constructor(setting: Setting) {
    const before = () => {
      this.#untilDeath -= 1;
      if (this.#untilDeath < 0) throw new ProcessDeathError();
    };
    this.gateway = Object.assign(new MemoryGateway(() => this.now, before), setting);
    this.records = new MemoryRecords(before);
  }

  async act(action: Action): Promise<void> {
    switch (action.kind) {
      case "pay":
        return this.#send(this.#prepare(action.command as CommandName, {}), action.fate, action.dies);
      case "void":
        return this.#void(action.nth, action.fate as Fate);
      case "wait":
        return this.#wait(action.ms);
      case "look":
        return this.#lookUp(action.diesAfter ?? Number.POSITIVE_INFINITY);
      case "decide":
        return this.#decide(action.nth, action.moved);
      case "close":
        return this.gateway.closeBatch();
      case "outage":
        this.gateway.isUp = !this.gateway.isUp;
        return;
      case "restart":
        return this.#restart();
      case "webhook":
        return this.#webhook(action.nth);
      case "stranger":
        return this.#stranger(action.nth, action.voids);
    }
  }

  /** The gateway is back for good, its batches close, and the resolver has all the time it wants. */
  async settleDown(): Promise<void> {
    this.gateway.isUp = true;
    await this.#restart();
    for (let turn = 0; turn < 3; turn += 1) {
      this.#wait(10 * 60_000);
      await this.#lookUp(Number.POSITIVE_INFINITY);
      this.gateway.closeBatch();
    }
    this.#wait(60 * 60_000);
    await this.#lookUp(Number.POSITIVE_INFINITY);
  }

  /** Whether the gateway carried it out. */
  hasMoved({ id }: AttemptRow): boolean {
    return this.#done.has(id);
  }

  /** Whether it is true of it that it moved, or that it did not. A payment voided by anyone is voided. */
  isTrue(row: AttemptRow, moved: boolean | undefined): boolean {
    const original = this.gateway.transactions.find(({ key }) => key === row.original_key);
    return this.hasMoved(row) === moved || (moved === true && original?.trantype_code === "V");
  }

  /** Whether anything the resolver may look at could still resolve it. */
  isProvable(row: AttemptRow): boolean {
    if (evidenceSource(row) !== "list") return true;
    const isListed = this.gateway.lists && !this.gateway.leavesOut.includes(listedAs(row));
    // Its absence proves something only where the list has shown its kind.
    return isListed && this.hasMoved(row);
  }

  #prepare(command: CommandName, more: Partial<AttemptRow>): AttemptRow {
    const id = `form-${this.records.rows.size + 1}`;
    const reference = `AAAA-${String(this.records.rows.size + 1).padStart(4, "0")}`;
    const tender = command === "check:sale" ? "check" : "card";
    const row = newRow({ id, reference, command, tender, prepared_at: this.now, ...more });
    this.records.rows.set(id, row);
    return row;
  }

  #send(row: AttemptRow, fate: Fate, dies = "no"): void {
    if (dies === "prepared") return;
    this.#move(row.id, {
      from: ["prepared"],
      change: { state: "sent", sent_at: this.now },
      step: { kind: "sent", text: "" },
    });
    const outcome = this.#meet(row, fate);
    if (dies === "no") this.#move(row.id, toOutcomeChange(outcome, this.now));
  }

  /** What the gateway does, and what comes back of it. */
  #meet(row: AttemptRow, fate: Fate): MoneyOutcome {
    const lost = { kind: "unknown", reason: "reset" } as const;
    if (!this.gateway.isUp || fate === "unsent") return { kind: "unsent", reason: "refused" };
    this.posts.set(row.id, (this.posts.get(row.id) ?? 0) + 1);
    switch (fate) {
      case "approved":
        return { kind: "answered", tookMs: 1, transaction: this.#carryOut(row) };
      case "declined":
        return { kind: "answered", tookMs: 1, transaction: this.#carryOut(row, true) };
      case "refused":
        return { kind: "refused", tookMs: 1, error: { status: 400, message: "", code: 21004, fields: {} } };
      case "lost-after":
        this.#carryOut(row);
        return lost;
      case "lost-declined":
        this.#carryOut(row, true);
        return lost;
      case "late":
        this.#late.push({ at: this.now + 2 * timeoutMs, row });
        return lost;
      case "lost-before":
      case "lost-duplicate":
        return lost;
    }
  }

  #carryOut(row: AttemptRow, declined = false) {
    if (!declined) this.#done.add(row.id);
    if (row.command === "void") {
      this.gateway.change(row.original_key ?? "", { trantype_code: "V" });
      return { key: row.original_key ?? "", result_code: "A" };
    }
    return this.gateway.pay(row, { comments: `[${row.reference}]`, kind: listedAs(row), declined });
  }

  #void(nth: number, fate: Fate): void {
    const rows = [...this.records.rows.values()];
    const sales = rows.filter(({ command, state, transaction_key: key }) => {
      const original = this.gateway.transactions.find((one) => one.key === key);
      const isBusy = rows.some(
        (one) => one.original_key === key && ["prepared", "sent", "unknown"].includes(one.state),
      );
      return (
        command === "sale" &&
        state === "answered" &&
        original?.trantype_code === "S" &&
        original.result_code === "A" &&
        !isBusy
      );
    });
    const sale = sales[nth % Math.max(1, sales.length)];
    if (!sale) return;
    const before = this.gateway.transactions.find(({ key }) => key === sale.transaction_key);
    this.#send(
      this.#prepare("void", { original_key: sale.transaction_key, original_before: JSON.stringify(before) }),
      fate,
    );
  }

  /** A manager decides about the n-th unknown attempt, rightly or wrongly. */
  #decide(nth: number, moved: boolean): void {
    const unknown = [...this.records.rows.values()].filter(({ state }) => state === "unknown");
    const row = unknown[nth % Math.max(1, unknown.length)];
    if (!row) return;
    this.decisions.set(row.id, moved);
    const problem = JSON.stringify({ message: "", moved, decidedBy: "Theo Lindqvist" });
    this.#move(row.id, {
      from: ["unknown"],
      change: { state: "resolved", outcome_at: this.now, next_lookup_at: this.now, problem },
      step: { kind: "resolved", text: "" },
    });
  }

  #wait(ms: number): void {
    const until = this.now + ms;
    for (const { at, row } of this.#late.filter(({ at }) => at <= until)) {
      this.now = Math.max(this.now, at);
      const original = this.gateway.transactions.find(({ key }) => key === row.original_key);
      if (row.command !== "void" || original?.trantype_code === "S") this.#carryOut(row);
    }
    this.#late = this.#late.filter(({ at }) => at > until);
    this.now = until;
  }

  async #lookUp(diesAfter: number): Promise<void> {
    this.#untilDeath = diesAfter;
    const { gateway, records } = this;
    const clock = () => this.now;
    await runLookups({ gateway, records, clock, timeoutMs, timeZone: "America/Los_Angeles" }).catch(
      endOfProcess,
    );
    this.#untilDeath = Number.POSITIVE_INFINITY;
  }

  async #restart(): Promise<void> {
    for (const { id, state } of [...this.records.rows.values()])
      if (state === "prepared" || state === "sent") this.#move(id, toAdopted(state, this.now));
  }

  async #webhook(nth: number): Promise<void> {
    const transaction = this.gateway.transactions[nth];
    if (!transaction) return;
    await resolveByReference([transaction], "a webhook", { records: this.records, clock: () => this.now });
    const acted = [...this.records.rows.values()].filter(({ original_key: key }) => key === transaction.key);
    for (const row of acted.filter((one) => judgeOriginal(one, transaction) === "done")) {
      const isOver = row.state === "resolved" && row.next_lookup_at === null;
      if (isOver || (row.state === "resolved" && (await this.records.isFollowed(row)))) continue;
      const move = weigh(row, toDone(transaction, this.now), this.now);
      if (move) await this.records.move([move]);
    }
  }

  #stranger(nth: number, voids: boolean): void {
    const sales = this.gateway.transactions.filter(({ trantype_code }) => trantype_code === "S");
    const target = sales[nth % Math.max(1, sales.length)];
    if (voids && target) this.gateway.change(target.key, { trantype_code: "V" });
    else this.gateway.pay({ command: "sale", tender: "card" }, { comments: undefined, kind: "card" });
  }

  #move(id: string, { from, change }: OutcomeChange): void {
    const row = this.records.rows.get(id);
    if (row && from.includes(row.state)) this.records.rows.set(id, { ...row, ...change });
  }
}

class ProcessDeathError extends Error {}

function endOfProcess(error: unknown): void {
  if (!(error instanceof ProcessDeathError)) throw error;
}
