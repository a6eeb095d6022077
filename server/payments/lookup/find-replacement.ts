import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { lastFour } from "#lib/payments/transaction-labels.ts";
import { readMoment } from "#lib/time.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import type { LookupContext, Page } from "./context.ts";
import { type ReadPage, readPage } from "./pages.ts";
import { isApproved, isVoided } from "./resolution.ts";
import { clockDoubtMs, sentAt } from "./times.ts";

type Replacement =
  | { kind: "found"; transaction: TransactionDetail }
  | { kind: "none" }
  /** The gateway could not be read, so nothing is known. */
  | { kind: "unread" };

/**
 * The payment that took the place of an expired authorization, once that was undone: the only approved one of its card and
 * amount that was made after it, is of the same order, invoice or comments, and is no other attempt's. Where the gateway has
 * no list of transactions, the newest batches are read.
 */
export async function findReplacement(row: AttemptRow, context: LookupContext): Promise<Replacement> {
  const listed = await readCandidates((page) => context.gateway.listTransactions(page), row, context);
  const read = listed.kind === "absent" ? await readBatches(row, context) : listed;
  if (read.kind !== "answered") return { kind: "unread" };
  const made = new Set(await context.records.madeKeys(read.value.flatMap(({ key }) => key ?? [])));
  const candidates = new Map(
    read.value.flatMap((one) => (one.key && !made.has(one.key) ? [[one.key, one] as const] : [])),
  );
  const [transaction, ...others] = candidates.values();
  return transaction && others.length === 0 ? { kind: "found", transaction } : { kind: "none" };
}

type Candidates = { kind: "answered"; value: TransactionDetail[] } | { kind: "absent" | "unavailable" };

async function readBatches(row: AttemptRow, context: LookupContext): Promise<Candidates> {
  const batches = await context.gateway.listBatches({ limit: newestBatches, offset: 0 });
  if (batches.kind !== "answered") return { kind: "unavailable" };
  const value: TransactionDetail[] = [];
  for (const { key } of batches.value.data) {
    if (key === undefined) continue;
    const read = await readCandidates(
      (page) => context.gateway.listBatchTransactions(key, page),
      row,
      context,
    );
    if (read.kind !== "answered") return { kind: "unavailable" };
    value.push(...read.value);
  }
  return { kind: "answered", value };
}

/** It went into the open batch, which may have closed since. */
const newestBatches = 2;

async function readCandidates(
  list: (page: Page) => ReturnType<LookupContext["gateway"]["listTransactions"]>,
  row: AttemptRow,
  context: LookupContext,
): Promise<Candidates> {
  const value: TransactionDetail[] = [];
  for (let offset = 0; ; ) {
    const page = await readPage(list, offset);
    if (page.kind !== "answered") return { kind: page.kind };
    value.push(...page.value.items.filter((one) => isReplacement(row, one)));
    if (page.value.isLast || isBefore(page.value, row, context)) return { kind: "answered", value };
    offset = page.value.next;
  }
}

/** The newest come first: what follows was there before it was sent. */
function isBefore({ items }: ReadPage<TransactionDetail>, row: AttemptRow, { timeZone }: LookupContext) {
  const oldest = readMoment(timeZone, items.at(-1)?.created);
  return oldest !== undefined && oldest < sentAt(row) - clockDoubtMs;
}

function isReplacement(row: AttemptRow, one: TransactionDetail): boolean {
  // Stored by submit.ts: the contract's own object.
  const before = transactionDetail.parse(JSON.parse(row.original_before ?? "{}"));
  const cents = row.amount_cents ?? centsOf(before);
  return (
    isApproved(one) &&
    !isVoided(one) &&
    one.trantype_code === "S" &&
    one.key !== row.original_key &&
    centsOf(one) === cents &&
    lastFour(one) === lastFour(before) &&
    // Both by the gateway's clock.
    (one.created ?? "") > (before.created ?? "") &&
    names.some((name) => one[name] && one[name] === before[name])
  );
}

const names = ["comments", "orderid", "invoice"] as const;
const centsOf = ({ amount, auth_amount }: TransactionDetail) => toCents(amount ?? auth_amount ?? "");
