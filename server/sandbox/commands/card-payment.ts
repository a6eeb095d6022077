import { entryModes } from "#lib/gateway/codes.ts";
import type { CommandName } from "#lib/gateway/commands.ts";
import { toDecimal } from "#lib/money.ts";
import { DAY_MS } from "#lib/time.ts";
import type { Call } from "../context.ts";
import { applicationOf, issuerChipData } from "../processor/chip.ts";
import { askIssuer, type IssuerAnswer, issuerDelay } from "../processor/issuer.ts";
import { SlowIssuerError } from "../refusal.ts";
import { centsPerUnit } from "../rules/amount.ts";
import { declineOf } from "../scripted/rule.ts";
import { enterOpenBatch } from "../store/batches.ts";
import type { TransactionDetails } from "../store/tables/transactions.ts";
import { insertTransaction, type NewTransaction } from "../store/transactions.ts";
import { answerDuplicate, duplicateKeyOf, findRepeated } from "./duplicate-check.ts";
import { type Extras, saveForDuplicate, withExtras } from "./extras.ts";
import type { CommandResult } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
import { ruledEffect } from "./ruled.ts";
import { describeCard, encryptCard, type UsableCard, verifiableOf } from "./usable-card.ts";

/** A card payment before the issuer is asked. */
export type CardPayment = {
  command: CommandName;
  /** A sale, an authorization or a credit. */
  trantype: "S" | "A" | "C";
  card: UsableCard;
  /** Cents asked for. */
  cents: number;
  details: TransactionDetails;
  extras: Extras;
  partial?: boolean | undefined;
  /** Whether the card's chip was read. */
  chip?: boolean | undefined;
  /** The code of a voice authorization: the issuer is not asked again. */
  authcode?: string | undefined;
  /** Returns the whole request; absent when repeating it is never a duplicate. */
  wholeRequest?: (() => unknown) | undefined;
  /** Charges even a duplicate; a later payment can be a duplicate of this one. */
  ignoreDuplicate?: boolean | undefined;
  original?: { id: number; connected: boolean } | undefined;
};

/** Runs a card payment: duplicate check, issuer, open batch, record, then saved cards, customers and receipts. */
export async function runCardPayment(call: Call, payment: CardPayment): Promise<CommandResult> {
  requireMovable(payment.cents, payment.details.currency);
  const fingerprint = call.sandbox.vault.fingerprint(payment.card.number);
  const kind = duplicateKeyOf(call, payment, fingerprint);
  const earlier = await findRepeated(call, kind, payment);
  if (earlier)
    return await answerDuplicate(call, await saveForDuplicate(call, earlier, payment.extras, payment.card));
  const answer = ask(call, payment);
  const approved = answer.result === "A" || answer.result === "P";
  const entry =
    approved && payment.trantype !== "A"
      ? await enterOpenBatch(call.db, call.now, call.sandbox.settings.batchHours)
      : undefined;
  const draft: NewTransaction = {
    ...outcomeColumns(payment, answer),
    sealed: encryptCard(call, payment.card),
    fingerprint,
    source_id: call.source.id,
    created_at: call.now,
    command: payment.command,
    tender: "card",
    trantype_code: payment.trantype,
    batch_id: entry?.batch.id ?? null,
    ordinal: entry?.ordinal ?? null,
    original_id: payment.original?.id ?? null,
    connected: payment.original?.connected ? 1 : 0,
    duplicate_of_kind: kind,
    next_step_at: null,
    details: detailsOf(call, payment, answer),
  };
  const ready = approved ? await withExtras(call, draft, payment.extras, payment.card) : { draft };
  const row = await insertTransaction(call.db, ready.draft);
  await ready.afterwards?.(row);
  return { row, batch: entry?.batch };
}

function ask(call: Call, payment: CardPayment): IssuerAnswer {
  const { card, cents, partial, authcode, trantype, details } = payment;
  const ruled = ruledEffect(call, {
    command: payment.command,
    amount: toDecimal(cents),
    card: card.number,
    invoice: details.invoice,
    orderid: details.orderid,
  });
  const seconds = issuerDelay(card.number);
  if (seconds > 0 && !call.hasWaitedForIssuer) throw new SlowIssuerError(seconds);
  const answer = askIssuer(card.number, cents, {
    partial: trantype === "C" || partial === true,
    unit: centsPerUnit(details.currency),
    ...verifiableOf(card),
  });
  const declined = ruled && declineOf(ruled);
  if (declined) return { result: "D", ...declined, avs: answer.avs, cvc: answer.cvc };
  if (authcode !== undefined) return { result: "A", cents, authcode, avs: answer.avs, cvc: answer.cvc };
  // A credit has no partial approval.
  return trantype === "C" && answer.result === "P" ? { ...answer, result: "A", cents } : answer;
}

/** The contract documents only approval and error for refunds and credits, so a decline is an error there. */
function outcomeColumns({ trantype, cents }: CardPayment, answer: IssuerAnswer) {
  const credit = trantype === "C";
  if (answer.result === "A" || answer.result === "P")
    return {
      result_code: answer.result,
      status_code: trantype === "A" ? ("N" as const) : ("P" as const),
      authcode: answer.authcode,
      amount: answer.cents,
      error: null,
      error_code: null,
    };
  return {
    result_code: credit ? ("E" as const) : answer.result,
    status_code: "E" as const,
    authcode: "",
    amount: cents,
    error: answer.result === "D" ? answer.text : "The issuer asks for a verification",
    error_code: answer.result === "D" ? answer.code : null,
  };
}

function detailsOf(call: Call, payment: CardPayment, answer: IssuerAnswer): TransactionDetails {
  const credit = payment.trantype === "C";
  const described = describeCard(payment.card);
  const approved = answer.result === "A" || answer.result === "P";
  const held = payment.trantype === "A" && "cents" in answer ? answer.cents : undefined;
  return {
    ...payment.details,
    iccdata: payment.chip ? issuerChipData(approved) : undefined,
    card: {
      ...described,
      entry_mode: payment.chip ? entryModes.chip : described.entry_mode,
      aid: payment.chip ? applicationOf(described.brand) : undefined,
      avs: credit ? "   " : answer.avs,
      cvc: credit ? undefined : answer.cvc,
    },
    authorized: held,
    expires_at: held === undefined ? undefined : call.now + call.source.settings.authorizationDays * DAY_MS,
  };
}
