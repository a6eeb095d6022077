import { refundTrantypes } from "#lib/gateway/codes.ts";
import { commands, givesMoneyBack } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { isTrantypeCode, lastFour } from "#lib/payments/transaction-labels.ts";
import { readMoment } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { referencesIn } from "../attempts/reference.ts";
import type { Answer, Listed, LookupContext, Page } from "./context.ts";
import { readPage } from "./pages.ts";
import { isApproved } from "./resolution.ts";
import { clockDoubtMs, sentAt } from "./times.ts";

/** `unread`: the gateway could not be read, so nothing is known. */
export type PossibleDuplicate = { kind: "none" } | { kind: "unread" } | { kind: "found"; key: string };

/**
 * Before an attempt counts as not carried out because its reference was not found: whether the gateway shows a transaction
 * that may be it nevertheless. Only for commands whose reference a gateway may drop. `batchKeys`: where to look; without
 * them, in the gateway's list.
 */
export async function findPossibleDuplicate(
  row: AttemptRow,
  batchKeys: readonly string[] | undefined,
  context: LookupContext,
): Promise<PossibleDuplicate> {
  if (commands[row.command].reference !== "unlisted-comments") return { kind: "none" };
  const { gateway } = context;
  if (!batchKeys) return await search((page) => gateway.listTransactions(page), row, context, true);
  for (const key of batchKeys) {
    const found = await search((page) => gateway.listBatchTransactions(key, page), row, context, false);
    if (found.kind !== "none") return found;
  }
  return { kind: "none" };
}

/** The text for an attempt that waits for a person because of such a transaction. */
export const possibleDuplicateText = (key: string) =>
  `a manager's decision: transaction ${key} has the same card and amount and no attempt number of ours`;

async function search(
  read: (page: Page) => Promise<Answer<Listed<TransactionDetail>>>,
  row: AttemptRow,
  context: LookupContext,
  isNewestFirst: boolean,
): Promise<PossibleDuplicate> {
  const since = sentAt(row) - clockDoubtMs;
  for (let offset = 0; ; ) {
    const page = await readPage(read, offset);
    if (page.kind !== "answered") return { kind: "unread" };
    const { items, next, isLast } = page.value;
    const similar = items.filter((one) => resembles(row, one, since, context));
    const [stranger] = await withoutOurs(similar, context);
    if (stranger) return { kind: "found", key: stranger.key ?? "?" };
    const oldest = readMoment(context.timeZone, items.at(-1)?.created);
    if (isLast || (isNewestFirst && oldest !== undefined && oldest < since)) return { kind: "none" };
    offset = next;
  }
}

/** Same direction, amount and card, in the time in which it can have been made. Fields that the gateway omits count as equal. */
function resembles(
  row: AttemptRow,
  one: TransactionDetail,
  since: number,
  { timeZone }: LookupContext,
): boolean {
  if (!isApproved(one) || one.key === row.original_key) return false;
  const created = readMoment(timeZone, one.created);
  if (created !== undefined && created < since) return false;
  const code = one.trantype_code;
  const isCredit = code !== undefined && isTrantypeCode(code) ? refundTrantypes.includes(code) : undefined;
  if (isCredit !== undefined && isCredit !== givesMoneyBack(row.command)) return false;
  const amounts = [one.amount, one.auth_amount].flatMap((text) => toCents(text ?? "") ?? []);
  if (row.amount_cents !== null && amounts.length > 0 && !amounts.includes(row.amount_cents)) return false;
  const original = originalOf(row);
  const [last, ownLast] = [lastFour(one), original && lastFour(original)];
  return last === undefined || ownLast === undefined || last === ownLast;
}

function originalOf({ original_before }: AttemptRow): TransactionDetail | undefined {
  return original_before === null ? undefined : transactionDetail.safeParse(JSON.parse(original_before)).data;
}

/** Excludes transactions known to be another attempt's, by reference or by answer. */
async function withoutOurs(
  transactions: readonly TransactionDetail[],
  { records }: LookupContext,
): Promise<TransactionDetail[]> {
  if (transactions.length === 0) return [];
  const known = await records.byReference(transactions.flatMap(referencesIn));
  const references = new Set(known.map(({ reference }) => reference));
  const made = new Set(await records.madeKeys(transactions.flatMap(({ key }) => key ?? [])));
  return transactions.filter(
    (one) =>
      !(one.key !== undefined && made.has(one.key)) &&
      !referencesIn(one).some((name) => references.has(name)),
  );
}
