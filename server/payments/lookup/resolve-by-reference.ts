import type { AttemptProblem } from "#lib/attempt.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Move } from "../attempts/attempts.ts";
import { referencesIn } from "../attempts/reference.ts";
import type { Known, LookupContext } from "./context.ts";
import { isApproved, toFound } from "./resolution.ts";
import { decisionOf, toNotice, weigh } from "./weigh-evidence.ts";

export type Noted = {
  /** Ids of the attempts that these transactions resolved. */
  settled: string[];
  /** All attempts of ours that they belong to. */
  known: Known[];
};

/**
 * Uses transactions of the gateway (newest first) as evidence about our attempts: resolves an unknown one, stores the sighting
 * of one whose answer is still awaited, confirms or contradicts a person's decision, and corrects what the console itself
 * considered not moved. Only the reference decides: neither amount nor card, and not an `is_duplicate` answer, which shows
 * another attempt's transaction.
 */
export async function resolveByReference(
  transactions: readonly TransactionDetail[],
  seenIn: string,
  context: Pick<LookupContext, "records" | "clock">,
  batchKey?: string,
): Promise<Noted> {
  // If a copied comment repeats a reference, the first transaction is the one that was made with it.
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

/** An item of a batch's list may omit its batch. */
const inBatch = (transaction: TransactionDetail, key: string | undefined): TransactionDetail =>
  key === undefined || transaction.batch?.key ? transaction : { ...transaction, batch: { key } };

/** What the gateway's own record of an attempt does to it; undefined where it adds nothing. */
export function toMove(
  attempt: Known,
  transaction: TransactionDetail,
  seenIn: string,
  at: number,
): Move | undefined {
  const { id, state } = attempt;
  if (state === "answered" || isAwaited(attempt)) return undefined;
  const found = toFound(transaction, seenIn, at);
  if (state === "unknown" || decisionOf(attempt)) return weigh(attempt, found, at);
  // It was considered not moved: the gateway's record corrects that, and somebody has to know.
  if (!isApproved(transaction) || hasMoved(attempt)) return undefined;
  const step = { kind: "resolved", text: `Corrected: ${found.step.text}` } as const;
  return { id, from: [state], change: found.change, step, notice: toNotice(attempt, found) };
}

function hasMoved({ state, problem }: Known): boolean {
  if (state !== "resolved") return false;
  // Written by the console itself.
  const read: AttemptProblem = JSON.parse(problem ?? "{}");
  return read.moved !== false;
}
