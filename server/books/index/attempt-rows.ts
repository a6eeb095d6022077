import type { Attempt } from "#lib/attempt.ts";
import { type IndexedOutcome, outcomeOfResult } from "#lib/books/indexed-transaction.ts";
import { type BusinessClock, businessDayOf } from "#lib/business-day.ts";
import {
  changesPayment,
  commandRow,
  commands,
  givesMoneyBack,
  madeTransaction,
} from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { Phase } from "#lib/gateway/transaction-phase.ts";
import { type CurrentState, isRefund } from "#lib/payments/transaction-labels.ts";
import type { IndexedTransactionRow } from "#server/db/tables/books/indexed-transactions.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { hasNoOutcome, tookEffect } from "#server/payments/attempts/attempt-row.ts";
import { withReread } from "./reread-at.ts";
import { netCents, toIndexedRow } from "./to-row.ts";

/** Whether it made a transaction of its own, as opposed to changing one. */
export const isMaker = ({
  command,
  state,
  answer,
  transaction_key: key,
  original_key,
}: AttemptRow): boolean =>
  (state === "answered" || state === "resolved") &&
  key !== null &&
  madeTransaction(command, { key, originalKey: original_key }) &&
  read(answer).is_duplicate !== "Y";

/** Whether it shows at another row or moves no money at all, so that it needs none of its own. */
export const isShownElsewhere = (row: AttemptRow): boolean =>
  isMaker(row) ||
  commands[row.command].money === "none" ||
  (changesPayment(row.command) && !hasNoOutcome(row) && tookEffect(row));

/** The row of the transaction that an attempt made, with what became of it since (`current`). */
export function toMadeRow(row: AttemptRow, attempt: Attempt, readAt: number, clock: BusinessClock) {
  const answer = read(row.answer);
  const state = attempt.current?.state;
  const detail: TransactionDetail = {
    ...readSent(row.request),
    ...answer,
    key: row.transaction_key ?? "",
    trantype_code: answer.trantype_code ?? commandRow(row.command).records ?? undefined,
    // An answer names no status: what is approved waits for its batch.
    status_code: answer.status_code ?? "P",
    amount: undefined,
  };
  const made = toIndexedRow(detail, { source: "console", readAt, taker: takerOf(row) }, clock);
  if (!made) return undefined;
  const cents = attempt.current?.cents ?? answeredCents(made, row);
  const phase = state && isPhase(state) ? state : made.phase;
  // The gateway's time is about when it was sent; an answer may come, or be found, much later.
  const createdAt = answer.created ? made.created_at : (row.sent_at ?? row.prepared_at);
  return withReread({
    ...made,
    attempt_id: row.id,
    tender: row.tender,
    created_at: createdAt,
    business_day: businessDayOf(clock, createdAt),
    phase,
    cents,
    net_cents: netCents(phase, isRefund(detail), cents ?? undefined),
    refunded_cents: attempt.current?.refundedCents ?? 0,
  });
}

/** The row of an attempt that made no transaction, or none that is known yet. */
export function toAttemptRow(row: AttemptRow, attempt: Attempt, clock: BusinessClock): IndexedTransactionRow {
  const sent = toIndexedRow(
    { ...readSent(row.request), key: row.id },
    { source: "console", readAt: row.outcome_at ?? row.sent_at ?? row.prepared_at, taker: takerOf(row) },
    clock,
  ) as IndexedTransactionRow; // it has a key
  return {
    ...sent,
    transaction_key: null,
    attempt_id: row.id,
    tender: row.tender,
    trantype_code: commandRow(row.command).records,
    created_at: row.prepared_at,
    business_day: businessDayOf(clock, row.prepared_at),
    kind: givesMoneyBack(row.command) ? "refunds" : "sales",
    phase: "other",
    outcome: outcomeOf(row),
    reason: attempt.problem?.message ?? null,
    cents: row.amount_cents,
    net_cents: 0,
    reread_at: null,
  };
}

/** The row of an earlier payment that an attempt changed and this console did not take, as far as the attempt shows. */
export function toChangedRow(row: AttemptRow, clock: BusinessClock): IndexedTransactionRow | undefined {
  const phase = phaseAfter(commandRow(row.command).becomes);
  if (!phase || !tookEffect(row)) return undefined;
  const before = read(row.original_before);
  const readAt = row.outcome_at ?? row.prepared_at;
  const changed = toIndexedRow(before, { source: "console", readAt }, clock);
  const net = netCents(phase, isRefund(before), changed?.cents ?? undefined);
  return changed && withReread({ ...changed, phase, net_cents: net });
}

function outcomeOf(row: AttemptRow): IndexedOutcome {
  switch (row.state) {
    case "prepared":
    case "sent":
      return "pending";
    case "unknown":
    case "refused":
    case "unsent":
      return row.state;
    case "resolved":
      return tookEffect(row) ? "approved" : "unsent";
    case "answered": {
      const { result_code: code, is_duplicate } = read(row.answer);
      if (is_duplicate === "Y") return "refused";
      return Object.hasOwn(outcomeOfResult, code ?? "")
        ? outcomeOfResult[code as keyof typeof outcomeOfResult] // just checked
        : "error";
    }
  }
}

/** What was approved; what was asked where nothing was. */
function answeredCents(made: IndexedTransactionRow, row: AttemptRow): number | null {
  const isApproved = made.outcome === "approved" || made.outcome === "partial";
  return (isApproved ? made.cents : null) ?? row.amount_cents;
}

function phaseAfter(becomes: ReturnType<typeof commandRow>["becomes"]): Phase | undefined {
  return becomes === "undone" ? "pending" : becomes;
}

const isPhase = (state: CurrentState): state is CurrentState & Phase =>
  state !== "refunded" && state !== "partlyRefunded" && state !== "refundUnknown";

const takerOf = ({ user_id, user_name }: AttemptRow) => ({ id: user_id, name: user_name });

const read = (text: string | null): TransactionDetail => transactionDetail.parse(JSON.parse(text ?? "{}"));

/** What the request names, in the shape of a transaction: the fields are called the same. */
function readSent(request: string): TransactionDetail {
  const sent = transactionDetail.safeParse(JSON.parse(request)).data ?? {};
  return Object.fromEntries(sentNames.map((name) => [name, sent[name]]));
}

const sentNames = [
  "invoice",
  "orderid",
  "description",
  "billing_address",
  "creditcard",
  "check",
  "clerk",
  "currency",
  "amount_detail",
] as const satisfies (keyof TransactionDetail)[];
