import { formatMoney } from "#lib/format/money.ts";
import { canBePartial } from "#lib/gateway/commands.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { listCompleting, type Store } from "../attempts/attempt-queries.ts";
import { findRow, isUnsettled, tookEffect } from "../attempts/attempts.ts";
import { signedCents } from "../attempts/signed-cents.ts";

/** What a payment toward the rest of a partial approval must not exceed. */
export type RestLimit = {
  /** The payment that was approved in part. */
  completes: string;
  /** What that approval left, in cents. */
  restCents: number;
  /** Payments toward it that were undone since: they collected nothing. */
  undone: readonly string[];
  /** Of the payment about to be sent, in cents. */
  cents: number;
};

/** What the issuer left of a payment that was approved in part, in cents; undefined of any other. */
export function leftByApproval(row: AttemptRow): number | undefined {
  if (!tookEffect(row) || !canBePartial(row.command) || row.amount_cents === null) return undefined;
  if (transactionDetail.parse(JSON.parse(row.answer ?? "{}")).result_code !== "P") return undefined;
  return Math.max(0, row.amount_cents - (signedCents(row) ?? 0));
}

/** The first payment of an order: the one whose rest this one, and each between them, collects. */
export async function findFirst(row: AttemptRow): Promise<AttemptRow> {
  const seen = new Set([row.id]);
  let first = row;
  while (first.completes && !seen.has(first.completes)) {
    seen.add(first.completes);
    const before = await findRow(first.completes);
    if (!before) break;
    first = before;
  }
  return first;
}

/** What collected the rest of a payment or may have, the oldest first; also what collected the rest of such a part. */
export async function listParts(store: Store, firstId: string): Promise<AttemptRow[]> {
  const seen = new Set([firstId]);
  const parts: AttemptRow[] = [];
  for (let ids = [firstId]; ids.length > 0; ) {
    const found = (await listCompleting(store, ids)).filter(({ id }) => !seen.has(id));
    for (const { id } of found) seen.add(id);
    parts.push(...found);
    ids = found.map(({ id }) => id);
  }
  return parts
    .filter((row) => isUnsettled(row) || tookEffect(row))
    .sort((one, other) => one.prepared_at - other.prepared_at);
}

/** Why the rest is not collected by this payment, inside the commit that has written it as `exceptId`; undefined if it may be. */
export async function findOverRest(
  store: Store,
  exceptId: string,
  { completes, restCents, undone, cents }: RestLimit,
): Promise<string | undefined> {
  const parts = (await listParts(store, completes)).filter(
    ({ id }) => id !== exceptId && !undone.includes(id),
  );
  const collected = parts.reduce((sum, row) => sum + (signedCents(row) ?? 0), 0);
  return restProblem(cents, restCents - collected, parts.some(isUnsettled));
}

/** Why an amount is not collected toward the rest of a partial approval, or undefined. All in cents. */
export function restProblem(cents: number, openCents: number, isSettling: boolean): string | undefined {
  if (isSettling) return "The rest of that payment is being collected already.";
  if (openCents <= 0) return "The rest of that payment was collected already.";
  return cents > openCents
    ? `Only ${formatMoney(openCents)} of that payment is still to collect. Take more as a payment of its own.`
    : undefined;
}
