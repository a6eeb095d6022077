import type { AttemptProblem } from "#lib/attempt.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { referencesIn } from "../reference.ts";
import type { Move } from "../store.ts";
import type { Known, SearchContext } from "./context.ts";
import { isApproved, toFound } from "./resolution.ts";
import { decisionOf, toNotice, weigh } from "./weigh.ts";

export type Noted = {
  /** Ids of the attempts that these transactions settled. */
  settled: string[];
  /** All attempts of ours that they belong to. */
  known: Known[];
};

/**
 * Takes what some transactions of the gateway (newest first) tell about our attempts: an unknown one is settled, one whose
 * answer is still awaited keeps it for later, a person's decision is confirmed or contradicted, and what the console itself
 * held for "nothing moved" is put right. Only the reference decides: neither the amount nor the card, and not the answer `is_duplicate`, which shows another one's transaction.
 */
export async function takeNote(
  transactions: readonly TransactionDetail[],
  seenIn: string,
  context: Pick<SearchContext, "records" | "clock">,
  batchKey?: string,
): Promise<Noted> {
  // Should a copied comment bring a reference twice, the first transaction is the one that was made with it.
  const carriers = new Map(
    transactions.flatMap((one) => referencesIn(one).map((name) => [name, one] as const)),
  );
  if (carriers.size === 0) return { settled: [], known: [] };
  const known = await context.records.byReference([...carriers.keys()]);
  const moves: Move[] = [];
  for (const attempt of known) {
    const transaction = carriers.get(attempt.reference);
    if (!transaction) continue;
    const move = toMove(attempt, inBatch(transaction, batchKey), seenIn, context.clock());
    if (move) moves.push(move);
    else if (isAwaited(attempt)) await context.records.noteSighting(attempt.id, transaction);
  }
  return { settled: moves.length > 0 ? await context.records.move(moves) : [], known };
}

const isAwaited = ({ state }: Known) => state === "prepared" || state === "sent";

/** An item of a batch's list may leave out which batch it is in. */
const inBatch = (transaction: TransactionDetail, key: string | undefined): TransactionDetail =>
  key === undefined || transaction.batch?.key ? transaction : { ...transaction, batch: { key } };

function toMove(
  attempt: Known,
  transaction: TransactionDetail,
  seenIn: string,
  at: number,
): Move | undefined {
  const { id, state } = attempt;
  if (state === "answered" || isAwaited(attempt)) return undefined;
  const found = toFound(transaction, seenIn, at);
  if (state === "unknown" || decisionOf(attempt)) return weigh(attempt, found, at);
  // It was held for "nothing moved": the gateway's own record puts that right, and somebody has to know.
  if (!isApproved(transaction) || hasMoved(attempt)) return undefined;
  const step = { kind: "resolved", text: `Put right: ${found.step.text}` } as const;
  return { id, from: [state], change: found.change, step, notice: toNotice(attempt, found) };
}

function hasMoved({ state, problem }: Known): boolean {
  if (state !== "resolved") return false;
  // The journal's own writing.
  const read: AttemptProblem = JSON.parse(problem ?? "{}");
  return read.moved !== false;
}
