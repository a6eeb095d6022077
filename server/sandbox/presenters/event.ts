import { isApprovedCode, resultCodes } from "#lib/gateway/codes/result-codes.ts";
import { trantypes } from "#lib/gateway/codes.ts";
import type { EventName } from "#lib/gateway/events.ts";
import type { WebhookEvent } from "#lib/gateway/schemas/webhook.ts";
import { requireCents } from "#lib/money.ts";
import { momentIn } from "#lib/time.ts";
import { stateIn } from "../commands/original.ts";
import { toRefnum } from "../keys.ts";
import { toWireAmount } from "../rules/amount.ts";
import { shownStatus } from "../rules/status.ts";
import type { BatchReference } from "../store/tables/batches.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { presentCheck } from "./transaction-detail.ts";
import {
  presentAvs,
  presentBatchReference,
  presentCvc,
  presentError,
  shortCard,
} from "./transaction-reply.ts";

/** A record at the moment of its event. */
export type EventObject = {
  row: TransactionRow;
  batch?: BatchReference | undefined;
  /** When the transaction it follows was made, in epoch ms; its own for a step that changed it; undefined for one that follows none. */
  originalAt?: number | undefined;
};

export type EventSource = {
  event: EventName;
  eventId: string;
  merchantKey: string;
  /** Epoch ms. */
  at: number;
  timeZone: string;
  object: EventObject;
  /** The earlier record, if the event shows changes. */
  before?: TransactionRow | undefined;
};

/** The body of an event (contract: Events). It describes the record, never the card or the account. */
export function presentEvent({
  event,
  eventId,
  merchantKey,
  at,
  timeZone,
  object,
  before,
}: EventSource): WebhookEvent {
  return {
    type: "event",
    event_triggered: momentIn(timeZone, at),
    event_type: event,
    event_id: eventId,
    event_body: {
      merchant: { merch_key: merchantKey },
      object: presentObject(object, at, timeZone),
      ...(before ? { changes: changesOf(life({ row: before }, at), life(object, at)) } : {}),
    },
  };
}

function presentObject({ row, batch, originalAt }: EventObject, at: number, timeZone: string) {
  return {
    type: "transaction",
    key: row.key,
    refnum: toRefnum(row.id),
    created: momentIn(timeZone, row.created_at),
    trantype_code: row.trantype_code,
    trantype: trantypes[row.trantype_code],
    ...life({ row, batch }, at),
    result_code: row.result_code,
    result: resultCodes[row.result_code],
    ...presentError(row),
    amount: toWireAmount(row.amount, row.details.currency),
    auth_amount: toWireAmount(isApprovedCode(row.result_code) ? row.amount : 0, row.details.currency),
    amount_detail: givenParts(row),
    authcode: row.authcode,
    invoice: row.details.invoice,
    orderid: row.details.orderid,
    ...presentPayer(row),
    original_date: originalAt === undefined ? undefined : momentIn(timeZone, originalAt),
    batch: batch && presentBatchReference(batch),
  };
}

/** The breakdown's parts that were given. */
function givenParts({ details: { amount_detail: parts, currency } }: TransactionRow) {
  if (!parts) return undefined;
  const shown = Object.entries(parts).map(([part, amount]) => [
    part,
    toWireAmount(requireCents(amount), currency),
  ]);
  return Object.fromEntries(shown);
}

/** The masked card without its holder, and what the issuer verified. */
function presentPayer({ details: { card } }: TransactionRow) {
  if (!card) return {};
  const { type, number, entry_mode } = shortCard(card);
  return { creditcard: { type, number, entry_mode }, avs: presentAvs(card), cvc: presentCvc(card) };
}

/** The record's status; for a check also its dates and the bank's note. */
function life({ row, batch }: EventObject, at: number): Record<string, unknown> {
  const { code, text } = shownStatus(row, stateIn(row, batch, at));
  if (!row.details.check) return { status_code: code, status: text };
  const { accountholder: _name, ...check } = presentCheck(row.details.check);
  // The reason of a returned or failed check.
  const reason = code === "R" || code === "E" ? { reason: row.details.check.banknote ?? "" } : {};
  return { status_code: code, status: text, check: { ...check, trackingcode: check.trackingnum, ...reason } };
}

/** The changes: the status and, for a check, its other fields. */
function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const [old, now] = [statusAsLetter(flat(before)), statusAsLetter(flat(after))];
  const changed = Object.keys(now).filter((name) => old[name] !== now[name]);
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { old: pick(old), new: pick(now) };
}

/** In changes, `status` is the letter and its text is beside it. */
const statusAsLetter = ({
  status_code,
  status,
  ...others
}: Record<string, unknown>): Record<string, unknown> => ({
  status: status_code,
  status_text: status,
  ...others,
});

function flat({ check, ...others }: Record<string, unknown>): Record<string, unknown> {
  return { ...others, ...(check as Record<string, unknown> | undefined) }; // an object where there is one
}
