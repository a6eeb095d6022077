import { z } from "zod";
import { commandRow, type ShownChange } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { isVoided } from "./resolution.ts";

/**
 * What the state of a payment before and after proves about a command that acted on it:
 * `done` — it is as the command makes it · `unchanged` — it is as it was, in all that the command would change ·
 * `otherwise` — something else happened to it: ours may have too · `replaced` — it was undone, as when another payment took
 * its place · `hidden` — the payment would not show it.
 */
export type Judgement = "done" | "unchanged" | "otherwise" | "replaced" | "hidden";

export function judgeOriginal(
  row: Pick<AttemptRow, "command" | "original_before" | "request">,
  after: TransactionDetail,
): Judgement {
  const { evidence } = commandRow(row.command);
  if (!("change" in evidence) || row.original_before === null) return "hidden";
  const rule = rules[evidence.change];
  // Stored by submit.ts: the contract's own objects.
  const before = transactionDetail.parse(JSON.parse(row.original_before));
  return rule({ before, after, asked: asked.parse(JSON.parse(row.request)) });
}

const cents = z
  .union([z.string(), z.number()])
  .transform((text) => toCents(String(text)) ?? undefined)
  .optional();
const asked = z.looseObject({ amount: cents, amount_detail: z.looseObject({ tip: cents }).optional() });

type Case = { before: TransactionDetail; after: TransactionDetail; asked: z.output<typeof asked> };
type Rule = (facts: Case) => Judgement;

const captured: Rule = ({ before, after, asked: { amount } }) => {
  if (isInBatch(before)) return amended({ before, after, asked: { amount } });
  const entered = isInBatch(after) && !isVoided(after);
  return judge(entered && amountOf(after) === (amount ?? amountOf(before)), { before, after });
};

const amended: Rule = ({ before, after, asked: { amount, amount_detail } }) => {
  const isAsAsked = (one: TransactionDetail) =>
    amountOf(one) === (amount ?? amountOf(one)) &&
    tipOf(one) === (amount_detail?.tip ?? tipOf(one)) &&
    !isVoided(one);
  return judge(isAsAsked(after) && !isAsAsked(before), { before, after });
};

const lowered: Rule = ({ before, after, asked: { amount } }) => {
  // A settled payment stays as it is: the credit is a transaction of its own.
  if (isSettled(before) || isSettled(after)) return "hidden";
  const all = amount === amountOf(before);
  const isDone = all ? isVoided(after) : amountOf(after) === (amountOf(before) ?? 0) - (amount ?? 0);
  return judge(isDone, { before, after });
};

/** By the change that a command's row names. */
const rules: Record<ShownChange, Rule> = {
  voided: ({ before, after }) => judge(!isVoided(before) && isVoided(after), { before, after }),
  released: ({ before, after }) => judge(!isReleased(before) && isReleased(after), { before, after }),
  restored: ({ before, after }) => judge(isVoided(before) && !isVoided(after), { before, after }),
  captured,
  // An expired authorization is undone once the issuer has approved a new one.
  capturedOrReplaced: (facts) =>
    !isVoided(facts.before) && isVoided(facts.after) ? "replaced" : captured(facts),
  amended,
  lowered,
  postponed: ({ before, after }) =>
    judge(isInBatch(before) && !isInBatch(after) && !isVoided(after), { before, after }),
  voidedOrRefunded: ({ before, after }) => (isVoided(after) && !isVoided(before) ? "done" : "hidden"),
};

function judge(isDone: boolean, { before, after }: Pick<Case, "before" | "after">): Judgement {
  if (isDone) return "done";
  return changeableFields(before) === changeableFields(after) ? "unchanged" : "otherwise";
}

/** Everything that one of these commands could change. A batch closes without any command. */
function changeableFields(one: TransactionDetail): string {
  return JSON.stringify([
    one.trantype_code,
    amountOf(one),
    tipOf(one),
    isVoided(one),
    isReleased(one),
    isInBatch(one),
  ]);
}

const amountOf = ({ amount, auth_amount }: TransactionDetail) => toCents(amount ?? auth_amount ?? "");
const tipOf = ({ amount_detail }: TransactionDetail) => toCents(amount_detail?.tip ?? "0");
const isReleased = (one: TransactionDetail) => isVoided(one) && one.status_code === "R";
const isInBatch = ({ trantype_code, batch }: TransactionDetail) =>
  trantype_code === "S" || trantype_code === "L" || batch?.key !== undefined;
const isSettled = ({ status_code }: TransactionDetail) => status_code === "S";
