import { commandRow, type ShownChange } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { amountOf, listAsked, readAsked } from "./asked-changes.ts";
import { isVoided } from "./resolution.ts";

/**
 * What the state of a payment before and after proves about a command that acted on it:
 * `done` — it is as the command makes it · `unchanged` — it is as it was, in all that the command would change ·
 * `otherwise` — something else happened to it, and our command may have been done too · `replaced` — it was undone, as when another payment took
 * its place · `hidden` — the payment would not show it.
 */
export type Judgment = "done" | "unchanged" | "otherwise" | "replaced" | "hidden";

export function judgeOriginal(
  row: Pick<AttemptRow, "command" | "original_before" | "request">,
  after: TransactionDetail,
): Judgment {
  const { evidence } = commandRow(row.command);
  if (!("change" in evidence) || row.original_before === null) return "hidden";
  const rule = rules[evidence.change];
  // Stored by submit.ts: the contract's own objects.
  const before = transactionDetail.parse(JSON.parse(row.original_before));
  return rule({ before, after, asked: readAsked(row.request) });
}

type Case = { before: TransactionDetail; after: TransactionDetail; asked: ReturnType<typeof readAsked> };
type Rule = (facts: Case) => Judgment;

const captured: Rule = ({ before, after, asked }) => {
  if (isInBatch(before)) return amended({ before, after, asked });
  const entered = isInBatch(after) && !isVoided(after);
  return judge(entered && amountOf(after) === (asked.amount ?? amountOf(before)), { before, after });
};

const amended: Rule = ({ before, after, asked }) => {
  const changes = listAsked(asked);
  const visible = changes.filter(({ shown }) => shown(before) !== undefined || shown(after) !== undefined);
  const open = visible.filter(({ isIn }) => !isIn(before));
  if (open.length > 0 && visible.every(({ isIn }) => isIn(after)) && !isVoided(after)) return "done";
  if (open.length === 0 && visible.length < changes.length) return "hidden";
  const isSame = visible.every(({ shown }) => shown(before) === shown(after));
  return isSame ? judge(false, { before, after }) : "otherwise";
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

function judge(isDone: boolean, { before, after }: Pick<Case, "before" | "after">): Judgment {
  if (isDone) return "done";
  return changeableFields(before) === changeableFields(after) ? "unchanged" : "otherwise";
}

/** What of the money one of these commands could change. A batch closes without any command. */
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

const tipOf = ({ amount_detail }: TransactionDetail) => toCents(amount_detail?.tip ?? "0");
const isReleased = (one: TransactionDetail) => isVoided(one) && one.status_code === "R";
const isInBatch = ({ trantype_code, batch }: TransactionDetail) =>
  trantype_code === "S" || trantype_code === "L" || batch?.key !== undefined;
const isSettled = ({ status_code }: TransactionDetail) => status_code === "S";
