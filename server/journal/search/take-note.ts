import type { AttemptProblem } from "#lib/attempt.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { referencesIn } from "../reference.ts";
import type { Known, SearchContext } from "./context.ts";
import { isApproved, toFound } from "./resolution.ts";

export type Noted = {
  /** Ids of the attempts that these transactions settled. */
  settled: string[];
  /** All attempts of ours that they belong to. */
  known: Known[];
};

/**
 * Takes what some transactions of the gateway (newest first) tell about our attempts: an unknown one is settled, one whose
 * answer is still awaited keeps it for later, and one that was held for "nothing moved" is put right. Only the reference
 * decides: neither the amount nor the card, and not the answer `is_duplicate`, which shows another one's transaction.
 */
export async function takeNote(
  transactions: readonly TransactionDetail[],
  seenIn: string,
  context: Pick<SearchContext, "records" | "clock">,
): Promise<Noted> {
  // Should a copied comment bring a reference twice, the first transaction is the one that was made with it.
  const carriers = new Map(
    transactions.flatMap((one) => referencesIn(one).map((name) => [name, one] as const)),
  );
  if (carriers.size === 0) return { settled: [], known: [] };
  const known = await context.records.byReference([...carriers.keys()]);
  const settled: string[] = [];
  for (const attempt of known) {
    const transaction = carriers.get(attempt.reference);
    if (transaction && (await takeOne(attempt, transaction, seenIn, context))) settled.push(attempt.id);
  }
  return { settled, known };
}

async function takeOne(
  attempt: Known,
  transaction: TransactionDetail,
  seenIn: string,
  { records, clock }: Pick<SearchContext, "records" | "clock">,
): Promise<boolean> {
  switch (attempt.state) {
    case "unknown": {
      const { change, step } = toFound(transaction, seenIn, clock());
      return await records.move(attempt.id, ["unknown"], change, step);
    }
    case "prepared":
    case "sent":
      await records.noteSighting(attempt.id, transaction);
      return false;
    case "unsent":
    case "refused":
    case "resolved": {
      if (!isApproved(transaction) || hasMoved(attempt)) return false;
      const { change, step } = toFound(transaction, seenIn, clock());
      const text = `Put right: ${step.text}`;
      return await records.move(attempt.id, [attempt.state], change, { ...step, text });
    }
    case "answered":
      return false;
  }
}

function hasMoved({ state, problem }: Known): boolean {
  if (state !== "resolved") return false;
  // The journal's own writing.
  const read: AttemptProblem = JSON.parse(problem ?? "{}");
  return read.moved !== false;
}
