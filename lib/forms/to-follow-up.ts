import { t } from "#lib/language/t.ts";
import { noCustomFields } from "../charge/fields/custom-fields.ts";
import { lineItemProblems } from "../charge/line-items/line-item-problems.ts";
import { toLineItems } from "../charge/line-items/line-item-sums.ts";
import type { LineItemValues } from "../charge/line-items/line-items.ts";
import { outOfRange } from "../charge/rules.ts";
import { fractionProblem, amountProblem as wrongText } from "../format/amount-text.ts";
import { formatMoney } from "../format/money.ts";
import type { FollowUpCommand } from "../gateway/commands/follow-up-forms.ts";
import { commandRow, type Tender } from "../gateway/commands.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { toDecimal } from "../money.ts";
import { paymentMethodOf, tenderOf } from "../payments/transaction-labels.ts";
import {
  type Amendment,
  amendmentProblems,
  basisOf,
  isPart,
  partsProblem,
  toAmendment,
  typedIn,
} from "./amendment.ts";
import type { AskedAmount } from "./amount-rules.ts";
import { askedAmount, followUpForms, isRefundCommand, originalCents, refundProblem } from "./follow-up.ts";

/** What a dialog asks for: decimal text, ignored where the command has no amount; what else is changed, as typed, once it is asked for. */
type Asked = {
  key: string;
  command: FollowUpCommand;
  amount: string;
  details?: Amendment | undefined;
  /** What takes the place of the line items, once some are given. */
  items?: readonly LineItemValues[] | undefined;
  /** The parts of the total are left out of the request. */
  withoutBreakdown?: boolean | undefined;
};

export type FollowUp = {
  command: FollowUpCommand;
  tender: Tender;
  paymentMethod: string;
  /** As `amountCents` of `Attempt` is meant. */
  amountCents: number | undefined;
  body: Record<string, unknown>;
};

/** The wire shape, or what is wrong, by the field where it was typed. `customFields` are those that the merchant has named. */
export function toFollowUp(
  values: Asked,
  original: TransactionDetail,
  customFields = noCustomFields,
): { ok: true; value: FollowUp } | { ok: false; message: string; fields: Record<string, string> } {
  const { command, details = {} } = values;
  const total = originalCents(original);
  const common = { command, tender: tenderOf(original), paymentMethod: paymentMethodOf(original) };
  const named = nameOf(command, values.key);
  const asked = askedAmount(command, original);
  if (!asked) return { ok: true, value: { ...common, amountCents: total, body: named } };
  const cents = typedIn(original, values.amount);
  if (cents === null)
    return wrongAmount(wrongText(values.amount, original.currency) ?? t("Enter the amount."));
  const problem = amountProblem(asked, cents, total, original.currency);
  if (problem) return wrongAmount(problem);
  const { fields: all = [] } = followUpForms[command];
  const fields = values.withoutBreakdown ? all.filter((field) => !isPart(field)) : all;
  const basis = basisOf(command, original);
  const [wrong] = Object.entries(amendmentProblems(details, fields, basis, customFields));
  if (wrong) return { ok: false, message: wrong[1], fields: { [`details.${wrong[0]}`]: wrong[1] } };
  const items = (followUpForms[command].items && values.items) || [];
  const [wrongItem] = lineItemProblems(items, original.currency);
  if (wrongItem) return { ok: false, message: wrongItem[1], fields: { items: wrongItem[1] } };
  const parts = values.details && partsProblem(details, fields, basis, cents);
  if (parts) return wrongAmount(parts);
  const lineitems = toLineItems(items, original.currency);
  const body = {
    ...named,
    amount: toDecimal(cents),
    ...toAmendment(details, fields, basis, cents),
    ...(lineitems.length > 0 && { lineitems }),
  };
  return { ok: true, value: { ...common, amountCents: cents, body } };
}

const wrongAmount = (message: string) => ({ ok: false as const, message, fields: { amount: message } });

/** How a request names the transaction it acts on; nothing where it acts on none. */
function nameOf(command: FollowUpCommand, key: string): Record<string, string> {
  const { original, originalField = "trankey" } = commandRow(command);
  return original === "none" ? {} : { [originalField]: key };
}

function amountProblem(
  { isLimited }: AskedAmount,
  cents: number,
  total: number | undefined,
  code: string | undefined,
): string | undefined {
  const wrong = outOfRange(cents) ?? fractionProblem(cents, code);
  if (wrong) return wrong;
  if (isLimited && total !== undefined && cents > total)
    return t("It can be {money} at most, the amount of the original.", {
      money: formatMoney(total, { code }),
    });
  return undefined;
}

/** What is wrong with the amount as far as it is typed. Until its field was left, being empty or unreadable is no error yet. */
export function typedProblem(
  values: Asked,
  original: TransactionDetail,
  leftCents: number | undefined,
  wasLeft: boolean,
): string | undefined {
  if (!askedAmount(values.command, original)) return undefined;
  if (!wasLeft && !typedIn(original, values.amount)) return undefined;
  const checked = toFollowUp({ ...values, details: undefined }, original);
  if (!checked.ok) return checked.message;
  return isRefundCommand(values.command, original) && leftCents !== undefined
    ? refundProblem(checked.value.amountCents, leftCents, original.currency)
    : undefined;
}
