import type { CommandName } from "#lib/gateway/commands.ts";
import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { toDecimal } from "#lib/money.ts";
import { dayIn } from "#lib/time.ts";
import type { Call } from "../context.ts";
import { makeCheckAuthcode, makeProcessorReference } from "../keys.ts";
import {
  askCheckProcessor,
  type CheckAnswer,
  requireBankAccount,
  returnReason,
} from "../processor/check-processor.ts";
import { OutcomeRefusalError } from "../refusal.ts";
import { submissionTime } from "../rules/check-life.ts";
import { declineOf, type Rule } from "../scripted/rule.ts";
import type { CheckDetails, TransactionDetails, TransactionRow } from "../store/tables/transactions.ts";
import type { NewTransaction } from "../store/transactions.ts";
import { insertTransaction } from "../store/transactions.ts";
import { durationMs } from "../time/duration.ts";
import { answerDuplicate, duplicateKeyOf, findRepeated } from "./duplicate-check.ts";
import { type Extras, saveForDuplicate, withExtras } from "./extras.ts";
import type { CommandResult } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
import { ruledEffect } from "./ruled.ts";

/** A bank account during one request. */
export type BankAccount = CommandFields<"check:sale">["check"];

export type CheckPayment = {
  command: CommandName;
  /** A sale, a refund or a reverse ACH. */
  trantype: "K" | "R" | "H";
  account: BankAccount;
  cents: number;
  details: TransactionDetails;
  extras: Extras;
  original?: { id: number; connected: boolean } | undefined;
  /** Returns the whole request; absent when repeating it is never a duplicate. */
  wholeRequest?: (() => unknown) | undefined;
  /** Charges even a duplicate; a later payment can be a duplicate of this one. */
  ignoreDuplicate?: boolean | undefined;
};

/** Runs a check payment: account, processor, record. Checks are in no batch. */
export async function runCheckPayment(call: Call, payment: CheckPayment): Promise<CommandResult> {
  requireBankAccount(payment.account.routing, payment.account.account);
  requireMovable(payment.cents, payment.details.currency);
  const { vault, settings } = call.sandbox;
  const fingerprint = vault.fingerprint(`${payment.account.routing} ${payment.account.account}`);
  const kind = duplicateKeyOf(call, payment, fingerprint);
  const earlier = await findRepeated(call, kind, payment);
  if (earlier) return await answerDuplicate(call, await saveForDuplicate(call, earlier, payment.extras));
  const ruled = ruledEffect(call, {
    command: payment.command,
    amount: toDecimal(payment.cents),
    check: payment.account,
    invoice: payment.details.invoice,
    orderid: payment.details.orderid,
  });
  const declined = ruled && declineOf(ruled);
  const answer: CheckAnswer = declined ? { result: "D", ...declined } : askCheckProcessor(payment.cents);
  const draft: NewTransaction = {
    ...outcomeColumns(answer),
    source_id: call.source.id,
    created_at: call.now,
    command: payment.command,
    tender: "check",
    trantype_code: payment.trantype,
    amount: payment.cents,
    batch_id: null,
    ordinal: null,
    original_id: payment.original?.id ?? null,
    connected: payment.original?.connected ? 1 : 0,
    duplicate_of_kind: kind,
    next_step_at: answer.result === "A" && !answer.held ? submissionTime(call.now, settings.timeZone) : null,
    sealed: vault.encrypt(JSON.stringify(payment.account)),
    fingerprint,
    details: { ...payment.details, check: { ...describeCheck(call, payment), ...lifeOf(ruled) } },
  };
  const ready = answer.result === "A" ? await withExtras(call, draft, payment.extras) : { draft };
  const row = await insertTransaction(call.db, ready.draft);
  await ready.afterwards?.(row);
  return { row };
}

/** The account of an earlier check. */
export function accountOfTransaction(call: Call, row: TransactionRow): BankAccount {
  if (!row.sealed) throw new OutcomeRefusalError("unsupportedType");
  return JSON.parse(call.sandbox.vault.decrypt(row.sealed)) as BankAccount; // as it was stored
}

function outcomeColumns(answer: CheckAnswer) {
  if (answer.result === "D")
    return {
      result_code: "D" as const,
      status_code: "E" as const,
      authcode: "",
      error: answer.text,
      error_code: answer.code,
    };
  return {
    result_code: "A" as const,
    status_code: answer.held ? ("M" as const) : ("P" as const),
    authcode: makeCheckAuthcode(),
    error: null,
    error_code: null,
  };
}

/** What a rule does to a check after its approval. */
function lifeOf(ruled: Rule["then"] | undefined): Partial<CheckDetails> {
  if (ruled?.return)
    return {
      returnsAs: ruled.return,
      returnAfterMs: ruled.after ? durationMs(ruled.after) : undefined,
    };
  return ruled?.correction ? { correction: ruled.correction } : {};
}

function describeCheck(call: Call, { account, trantype }: CheckPayment): CheckDetails {
  return {
    accountholder: account.accountholder ?? "",
    checknum: account.number ?? "",
    trackingnum: makeProcessorReference(),
    format: account.format ?? "",
    account_type: (account.account_type || "checking").toLowerCase(),
    last4: account.account.slice(-4),
    effective: dayIn(call.sandbox.settings.timeZone, call.now),
    returnsAs: trantype === "K" ? returnReason(account.account) : undefined,
  };
}
