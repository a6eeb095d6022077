import type { BatchKind } from "#lib/batches/batch-sums.ts";
import {
  canBePartial,
  changesPayment,
  commands,
  dependsOnSettlement,
  givesMoneyBack,
  holdsMoney,
  type MoneyEffect,
  madeTransaction,
} from "#lib/gateway/commands.ts";
import type { JournalEntry } from "#lib/reconciliation/entries.ts";
import { hasNoOutcome } from "#server/payments/attempts/attempt-row.ts";
import type { JournalStep, ShownFacts } from "./journal-step.ts";

/** A payment of the journal in the state that it should be in. */
export type FoldedPayment = JournalEntry & {
  /** The batch that its latest answer named. */
  namedBatch: string | undefined;
  /** When its lost answer is looked for next, epoch ms. */
  dueAt: number | undefined;
};

/** Whether the attempt makes a transaction of its own, as opposed to changing one. */
export const isTaking = ({ command, key, originalKey, answer }: JournalStep): boolean =>
  !answer.isDuplicate && madeTransaction(command, { key, originalKey });

/**
 * A payment with all that was done to it, in order, as one state: a sale that was voided is a void, a capture counts with
 * its amount, a partial approval with what was approved. `taking` is missing where it was not taken here. Undefined where the
 * journal expects nothing of it.
 */
export function foldPayment(
  taking: JournalStep | undefined,
  actions: readonly JournalStep[],
): FoldedPayment | undefined {
  const acted = actions.filter((action) => changesPayment(action.command) && !isTaking(action));
  const first = taking ?? acted.find(({ tookEffect }) => tookEffect);
  if (!first || (taking && !mayCount(taking))) return undefined;
  const state = taking ? toTaken(taking) : toFound(first);
  for (const action of acted) if (action.tookEffect) apply[commands[action.command].money](state, action);
  const unsettled = [first, ...acted].find((step) => step.state === "sent" || step.state === "unknown");
  const decided = [first, ...acted].some(({ isDecided }) => isDecided);
  const { shown, cents, heldCents, askedCents } = state;
  return {
    attemptId: first.id,
    key: taking ? taking.key : first.originalKey,
    refnum: shown.refnum,
    reference: first.reference,
    kind: state.isVoided ? "voids" : state.kind,
    cents,
    tender: first.tender,
    brand: shown.brand ?? first.brand,
    lastFour: shown.lastFour,
    authcode: shown.authcode,
    at: state.isCaptured ? state.at : first.at,
    certainty: unsettled ? "unknown" : decided ? "decided" : "answered",
    clerk: first.clerk,
    ...(first.currency !== undefined && { currency: first.currency }),
    ...(askedCents !== undefined && { askedCents }),
    ...(heldCents !== undefined && heldCents !== cents && { heldCents }),
    ...(!state.isCaptured && { isHeld: true }),
    namedBatch: state.batch,
    dueAt: unsettled?.nextLookupAt,
  };
}

const mayCount = (step: JournalStep) => step.tookEffect || (hasNoOutcome(step) && step.state !== "prepared");

type Folding = {
  shown: ShownFacts;
  kind: BatchKind;
  cents: number;
  askedCents: number | undefined;
  /** What was held, once it is captured. */
  heldCents: number | undefined;
  isCaptured: boolean;
  isVoided: boolean;
  batch: string | undefined;
  at: number;
};

function toTaken(step: JournalStep): Folding {
  const { answer, amountCents } = step;
  const isPartial = answer.isPartial && canBePartial(step.command);
  const cents = (isPartial ? answer.approvedCents : undefined) ?? amountCents ?? answer.cents ?? 0;
  return {
    shown: answer,
    kind: givesMoneyBack(step.command) || dependsOnSettlement(step.command) ? "refunds" : "sales",
    cents,
    askedCents: isPartial ? amountCents : undefined,
    heldCents: undefined,
    isCaptured: !holdsMoney(step.command),
    isVoided: false,
    batch: answer.batchKey,
    at: step.at,
  };
}

/** As it was before the first thing that was done to it here. */
function toFound({ before, at }: JournalStep): Folding {
  const shown = before ?? nothing;
  const { kind } = shown;
  return {
    shown,
    // A voided refund of another system can't be distinguished from a voided sale: neither adds anything.
    kind: kind === "voids" ? (shown.trantypeCode === "Z" ? "refunds" : "sales") : kind,
    cents: shown.cents ?? 0,
    askedCents: undefined,
    heldCents: undefined,
    isCaptured: shown.trantypeCode !== "A",
    isVoided: kind === "voids",
    batch: shown.batchKey,
    at,
  };
}

const nothing: ShownFacts = {
  kind: "sales",
  cents: undefined,
  approvedCents: undefined,
  brand: undefined,
  lastFour: undefined,
  authcode: undefined,
  refnum: undefined,
  trantypeCode: undefined,
  isPartial: false,
  isDuplicate: false,
  batchKey: undefined,
};

const unchanged = () => undefined;

/** What each effect of a command that took effect does to the payment it acts on. */
const apply: Record<MoneyEffect, (state: Folding, step: JournalStep) => void> = {
  takes: unchanged,
  holds: unchanged,
  refunds: unchanged,
  credits: unchanged,
  none: unchanged,
  collects: (state, { amountCents, answer, at }) => {
    if (!state.isCaptured) state.heldCents ??= state.cents;
    state.cents = amountCents ?? state.cents;
    state.isCaptured = true;
    state.batch = answer.batchKey ?? state.batch;
    state.at = at;
  },
  voids: (state) => {
    state.isVoided = true;
  },
  restores: (state) => {
    state.isVoided = false;
  },
  postpones: (state) => {
    state.isCaptured = false;
    state.batch = undefined;
  },
  sets: (state, { amountCents }) => {
    state.cents = amountCents ?? state.cents;
  },
  lowers: (state, { amountCents }) => {
    state.cents = Math.max(0, state.cents - (amountCents ?? 0));
  },
  voidsOrRefunds: (state) => {
    state.isVoided = true;
  },
};
