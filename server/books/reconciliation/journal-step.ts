import type { BatchKind } from "#lib/batches/batch-sums.ts";
import { amountOf, kindOf } from "#lib/batches/transaction-sums.ts";
import { otherCurrency } from "#lib/gateway/currencies.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import { brandOf } from "#lib/payments/transaction-labels.ts";
import { currencyOf, tookEffectBy } from "#server/payments/attempts/attempt-row.ts";
import type { AttemptOfBatch } from "#server/payments/attempts/attempts-of-batch.ts";
import { lastFourOf } from "../cards/last-four.ts";

/** What the gateway's transaction shows of a payment. Amounts are cents. */
export type ShownFacts = {
  kind: BatchKind;
  cents: number | undefined;
  approvedCents: number | undefined;
  brand: string | undefined;
  lastFour: string | undefined;
  authcode: string | undefined;
  refnum: string | undefined;
  trantypeCode: string | undefined;
  isPartial: boolean;
  isDuplicate: boolean;
  batchKey: string | undefined;
};

/** An attempt with what counts for reconciliation: a large batch has many, so the texts of its row are not kept. */
export type JournalStep = Pick<AttemptOfBatch, "id" | "reference" | "command" | "tender" | "state"> & {
  clerk: string;
  amountCents: number | undefined;
  key: string | undefined;
  originalKey: string | undefined;
  /** Epoch ms, as all times here: when it was sent, as far as it was. */
  at: number;
  nextLookupAt: number | undefined;
  tookEffect: boolean;
  isDecided: boolean;
  /** Its letters, set where it is not the merchant's own. */
  currency: string | undefined;
  /** As typed; an answer need not repeat it. */
  brand: string | undefined;
  answer: ShownFacts;
  /** The payment it acts on, before it did. */
  before: ShownFacts | undefined;
};

/** `share` is that of all rows of a batch. */
export function toJournalStep(row: AttemptOfBatch, share: ShareText): JournalStep {
  const { id, reference, tender, problem, contradiction } = row;
  const answer = parse(row.answer);
  return {
    id,
    reference,
    command: share(row.command),
    tender: share(tender),
    state: share(row.state),
    clerk: share(row.user_name),
    amountCents: row.amount_cents ?? undefined,
    key: row.transaction_key ?? undefined,
    originalKey: row.original_key ?? undefined,
    at: row.sent_at ?? row.prepared_at,
    nextLookupAt: row.next_lookup_at ?? undefined,
    tookEffect: tookEffectBy(answer, row),
    isDecided: contradiction === null && problem !== null && JSON.parse(problem).decidedBy !== undefined,
    currency: otherCurrency(currencyOf(row).currency),
    brand: tender === "card" ? /^(.+) ending \d{4}$/.exec(row.payer)?.[1] : undefined,
    answer: toShownFacts(answer, share),
    before: row.original_before === null ? undefined : toShownFacts(parse(row.original_before), share),
  };
}

export type ShareText = <Text extends string | undefined>(text: Text) => Text;

/** Returns the same string for the same text: for what repeats in a hundred thousand rows, such as names and codes. */
export function shareTexts(): ShareText {
  const known = new Map<string, string>();
  return <Text extends string | undefined>(text: Text) => {
    if (text === undefined) return text;
    const shared = known.get(text);
    if (shared === undefined) known.set(text, text);
    return (shared ?? text) as Text; // the same text
  };
}

/** Stored answers were parsed by their schema before they were written. */
const parse = (text: string | null): TransactionDetail => JSON.parse(text ?? "{}");

function toShownFacts(detail: TransactionDetail, share: ShareText): ShownFacts {
  return {
    kind: kindOf(detail),
    cents: amountOf(detail),
    approvedCents: toCents(detail.auth_amount ?? "") ?? undefined,
    brand: brandOf(detail),
    lastFour: share(lastFourOf(detail.creditcard?.number) ?? undefined),
    authcode: detail.authcode || undefined,
    refnum: detail.refnum || undefined,
    trantypeCode: share(detail.trantype_code),
    isPartial: detail.result_code === "P",
    isDuplicate: detail.is_duplicate === "Y",
    batchKey: share(detail.batch?.key),
  };
}
