import { keysOf } from "#lib/keys-of.ts";
import { t, text } from "#lib/language/t.ts";
import type { OutcomeErrorName } from "./codes/outcome-codes.ts";
import type { Action } from "./commands.ts";
import type { Phase, TransactionKind, TransactionState } from "./transaction-phase.ts";

/** The actual phases behind the phase that a gateway's codes show. */
const mayBe: Partial<Record<Phase, Phase>> = {
  authorized: "expired",
  pending: "closing",
  voided: "voidedForGood",
};

/** `offered`: allowed, and listed in `available_actions`. `accepted`: allowed, and not listed. Else why it is refused. */
type Answer = "offered" | "accepted" | OutcomeErrorName;
/** The text is what a clerk reads, after the action's label, where it is not offered; none where it is obvious. */
type Cell = Answer | readonly [Answer, string];
/** In the order in which the actions are listed. `others`: the answer to every action that has no cell. */
type Row = { [Name in Action]?: Cell } & { others: OutcomeErrorName };

const collected = text("too late, the money has been collected");
const nothingToUndo = text("there is nothing to undo");
const nothingToGiveBack = text("there is nothing to refund");
const alreadyRefunded = text("nothing left to refund, most likely");
const authorizationsOnly = text("only for authorizations");

/** Repeating copies the payment: no state of it matters. */
const again = { quicksale: "offered", quickrefund: "accepted" } as const;
/** A quicksale repeats a sale: of a refund or credit it would charge whom the money went to. */
const paidOut = { quicksale: "unsupportedType", quickrefund: "accepted" } as const;

const failed: Row = { others: "originalNotApproved" };

const authorized: Row = {
  capture: "offered",
  void: "offered",
  releasefunds: "offered",
  quicksale: "offered",
  addtip: "offered",
  quickrefund: "accepted",
  lower: "accepted",
  unvoid: ["notVoided", nothingToUndo],
  queue: "notQueueable",
  // Reverses all or a part of the hold.
  refund: ["accepted", text("only for collected money, so void the authorization instead")],
  others: "unsupportedType",
};

const closing: Row = { ...again, unvoid: "notVoided", others: "batchClosing" };

const voided = {
  voided: {
    unvoid: "offered",
    ...again,
    refund: ["alreadyVoided", nothingToGiveBack],
    others: "alreadyVoided",
  },
  // Its batch has closed, or it is an authorization, which was in none.
  voidedForGood: {
    unvoid: ["notInOpenBatch", text("too late, the batch has closed")],
    ...again,
    others: "alreadyVoided",
  },
  released: {
    unvoid: ["notReleasable", text("not possible once the funds are released")],
    ...again,
    refund: ["alreadyVoided", nothingToGiveBack],
    others: "alreadyVoided",
  },
} as const satisfies Partial<Record<Phase, Row>>;

const checkWaiting = {
  void: "offered",
  quicksale: "offered",
  quickrefund: "offered",
  lower: "accepted",
  others: "unsupportedType",
} as const satisfies Row;

/** A check, whichever way its money goes, once the bank has sent it back or refused it. */
const checkEnded = {
  returned: {
    ...again,
    void: "settled",
    refund: ["originalNotApproved", text("nothing to refund, the bank returned the check")],
    others: "unsupportedType",
  },
  error: { ...again, void: "originalNotApproved", refund: "originalNotApproved", others: "unsupportedType" },
  voided: {
    ...again,
    void: "alreadyVoided",
    refund: ["alreadyVoided", nothingToGiveBack],
    others: "unsupportedType",
  },
} as const satisfies Partial<Record<Phase, Row>>;

const creditWaiting: Row = { void: "offered", ...paidOut, others: "unsupportedType" };
const creditSent: Row = { void: "settled", ...paidOut, others: "unsupportedType" };

/**
 * What may be done in which state, and why not (contract: rules 1 to 8). The sandbox's `available_actions` and refusals and
 * the console's reasons follow from it.
 */
const table: Record<TransactionKind, Partial<Record<Phase, Row>>> = {
  sale: {
    ...voided,
    closing: {
      ...closing,
      void: ["batchClosing", text("too late, the batch is closing")],
      refund: ["batchClosing", text("possible once the batch has closed")],
    },
    submitted: { ...closing, void: ["batchClosing", text("too late, the payment is at the bank")] },
    authorized,
    // What a capture of it does depends on its spelling and on the key's setting.
    expired: { ...authorized, addtip: "authorizationExpired" },
    pending: {
      void: "offered",
      releasefunds: "offered",
      queue: "offered",
      quicksale: "offered",
      quickrefund: "offered",
      addtip: "offered",
      capture: ["accepted", authorizationsOnly],
      refund: ["accepted", text("possible once the batch has closed, until then use Void")],
      lower: "accepted",
      unvoid: ["notVoided", nothingToUndo],
      others: "unsupportedType",
    },
    settled: {
      refund: ["offered", alreadyRefunded],
      quickrefund: "offered",
      quicksale: "offered",
      lower: "accepted",
      void: ["batchClosed", collected],
      releasefunds: "notReleasable",
      unvoid: "notVoided",
      capture: ["alreadySettled", authorizationsOnly],
      addtip: ["alreadySettled", collected],
      queue: "settled",
      others: "unsupportedType",
    },
  },
  refund: {
    voided: { ...voided.voided, ...paidOut },
    voidedForGood: {
      ...voided.voidedForGood,
      unvoid: ["notInOpenBatch", text("too late, the batch has closed or the sale is no longer in effect")],
      ...paidOut,
    },
    released: { ...voided.released, ...paidOut },
    closing: { ...closing, ...paidOut },
    pending: {
      void: "offered",
      ...paidOut,
      releasefunds: "notReleasable",
      unvoid: "notVoided",
      queue: "notQueueable",
      others: "unsupportedType",
    },
    settled: {
      ...paidOut,
      void: "batchClosed",
      releasefunds: "notReleasable",
      unvoid: "notVoided",
      queue: "notQueueable",
      others: "unsupportedType",
    },
  },
  check: {
    ...checkEnded,
    pending: {
      ...checkWaiting,
      refund: ["accepted", text("possible once the check is at the bank, until then use Void")],
    },
    held: { ...checkWaiting, refund: "accepted" },
    submitted: {
      refund: "offered",
      quickrefund: "offered",
      quicksale: "offered",
      void: ["settled", text("too late, the check is at the bank")],
      lower: "accepted",
      others: "unsupportedType",
    },
    settled: {
      refund: ["offered", alreadyRefunded],
      quickrefund: "offered",
      quicksale: "offered",
      void: ["settled", collected],
      lower: "accepted",
      others: "unsupportedType",
    },
  },
  checkCredit: {
    returned: { ...checkEnded.returned, ...paidOut },
    error: { ...checkEnded.error, ...paidOut },
    voided: { ...checkEnded.voided, ...paidOut },
    pending: creditWaiting,
    held: creditWaiting,
    submitted: creditSent,
    settled: creditSent,
  },
  cash: { posted: { others: "unsupportedType" } },
  notApproved: { declined: failed, error: failed, verification: failed },
};

/** The gateway's answer to an action in a state. */
function answerTo(action: Action, { kind, phase }: TransactionState): Answer {
  const row = table[kind][phase];
  return answerOf(row?.[action]) ?? row?.others ?? "unsupportedType";
}

const answerOf = (cell: Cell | undefined): Answer | undefined =>
  typeof cell === "string" ? cell : cell?.[0];

/** Whether a transaction in this state is offered the action, as far as its state decides. */
export const isOfferedIn = (action: Action, state: TransactionState): boolean =>
  answerTo(action, state) === "offered";

/** Why an action is refused in a state, or undefined when it is allowed. */
export function stateRefusal(action: Action, state: TransactionState): OutcomeErrorName | undefined {
  const answer = answerTo(action, state);
  return answer === "offered" || answer === "accepted" ? undefined : answer;
}

/** What decides a transaction's actions: state, approval and refunds; amounts in cents. */
export type ActionFacts = {
  state: TransactionState;
  row: { result_code: string; amount: number };
  refunded: number;
  /** The payment that a refund counts against; needed for a voided refund alone. */
  original?: ActionFacts | undefined;
};

/** Why an action is refused for a transaction in its current state, or undefined if it is allowed. */
export function refusalOf(action: Action, facts: ActionFacts): OutcomeErrorName | undefined {
  return stateRefusal(action, facts.state) ?? limits[action]?.(facts);
}

type Limit = (facts: ActionFacts) => OutcomeErrorName | undefined;

const unrefunded: Limit = ({ refunded }) => (refunded > 0 ? "partlyRefunded" : undefined);

/** Conditions of an allowed action besides the state. */
const limits: Partial<Record<Action, Limit>> = {
  void: unrefunded,
  releasefunds: unrefunded,
  queue: ({ row, refunded }) => (row.result_code !== "A" || refunded > 0 ? "notQueueable" : undefined),
  refund: ({ row, refunded }) => (refunded >= row.amount ? "exceedsOriginal" : undefined),
  unvoid: ({ row, original }) => original && refundAgainRefusal(row.amount, original),
};

/** A voided refund comes back only while its sale is collected, and has that much left to give back. */
function refundAgainRefusal(cents: number, { state, row, refunded }: ActionFacts) {
  if (!collectedPhases.has(state.phase)) return "originalNotCollected";
  return refunded + cents > row.amount ? "exceedsOriginal" : undefined;
}

const collectedPhases: ReadonlySet<Phase> = new Set(["pending", "closing", "settled"]);

/** The actions that a transaction currently offers, never one that would be refused. */
export function offeredActions(facts: ActionFacts): Action[] {
  const { kind, phase } = facts.state;
  const row = table[kind][phase];
  return row ? listed(row).filter((action) => limits[action]?.(facts) === undefined) : [];
}

const listings = new Map<Row, Action[]>();

/** The actions that a row offers. Found once: every transaction of a list asks. */
function listed(row: Row): Action[] {
  const known = listings.get(row);
  if (known) return known;
  const { others: _others, ...cells } = row;
  const actions = keysOf(cells).filter((action) => answerOf(cells[action]) === "offered");
  listings.set(row, actions);
  return actions;
}

/** Why an action may be missing from a transaction in this state, to be read after its label; undefined where nothing needs saying. */
export function whyNotOffered(action: Action, { kind, phase }: TransactionState): string | undefined {
  const hidden = mayBe[phase];
  const cells = [table[kind][phase]?.[action], hidden && table[kind][hidden]?.[action]];
  const why = cells.map((cell) => (typeof cell === "string" ? undefined : cell?.[1])).find(Boolean);
  return why && t(why);
}
