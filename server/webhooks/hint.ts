import { isApprovedCode } from "#lib/gateway/codes/result-codes.ts";
import { tenderOfTrantype } from "#lib/gateway/codes.ts";
import type { EventName } from "#lib/gateway/events.ts";
import { events } from "#lib/gateway/events.ts";
import { reply } from "#lib/gateway/schemas/fields.ts";
import { webhookEvent } from "#lib/gateway/schemas/webhook.ts";
import { toCents } from "#lib/money.ts";
import { isTrantypeCode } from "#lib/payments/transaction-labels.ts";
import type { EventRow } from "./store.ts";

/** What an event reports about its transaction. Used to decide what to read, and compared with the gateway's answer. */
export type Hint = {
  /** Undefined for a type that is in no table. */
  type: EventName | undefined;
  key: string;
  refnum: string | undefined;
  amountCents: number | undefined;
  resultCode: string | undefined;
  orderid: string | undefined;
  tender: "card" | "check" | "cash" | undefined;
  /** Whether it is in a batch, whose list shows it: an approved card payment that is captured. */
  isInBatch: boolean;
};

/** The hint of a stored event; undefined when it names no transaction. */
export function toHint(row: EventRow): Hint | undefined {
  const read = webhookEvent.safeParse(JSON.parse(row.body));
  if (!read.success || row.transaction_key === null) return undefined;
  const { object } = read.data.event_body;
  const { data } = hintFields.safeParse(object);
  const code = data?.trantype_code;
  const tender = code !== undefined && isTrantypeCode(code) ? tenderOfTrantype[code] : undefined;
  return {
    type: isEventName(row.event_type) ? row.event_type : undefined,
    key: row.transaction_key,
    refnum: row.refnum ?? undefined,
    amountCents: data?.amount === undefined ? undefined : (toCents(data.amount) ?? undefined),
    resultCode: data?.result_code,
    orderid: data?.orderid,
    tender,
    isInBatch: tender === "card" && code !== "A" && code !== "_" && isApprovedCode(data?.result_code),
  };
}

const hintFields = reply.object({
  trantype_code: reply.text,
  amount: reply.amount,
  result_code: reply.text,
  orderid: reply.text,
});

const isEventName = (text: string): text is EventName => Object.hasOwn(events, text);
