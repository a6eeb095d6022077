import { z } from "zod";
import { amendedParts, orderDetails } from "#lib/gateway/commands/follow-up-forms.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";

const value = z.union([z.string(), z.number(), z.boolean()]);
const values = z.record(z.string(), value.optional().catch(undefined));
const asked = z.looseObject({
  amount: value.transform((amount) => toCents(String(amount)) ?? undefined).optional(),
  amount_detail: values.optional(),
  custom_fields: values.optional(),
  lineitems: z.array(values).optional(),
});
type Asked = z.output<typeof asked>;

/** What the body of a request asks of the payment it acts on; the amount in cents. */
export const readAsked = (body: string): Asked => asked.parse(JSON.parse(body));

/** One thing that a request changes. */
export type AskedChange = {
  /** What the payment has, to compare; undefined where it may have one that the gateway does not show. */
  shown(one: TransactionDetail): number | string | undefined;
  isIn(one: TransactionDetail): boolean;
};

/** Everything that a request for another amount or other details names, one by one (contract: cc:capture, cc:adjust). */
export function listAsked({
  amount,
  amount_detail = {},
  custom_fields,
  lineitems,
  ...rest
}: Asked): AskedChange[] {
  const changes = amount === undefined ? [] : [equal(amountOf, amount)];
  for (const part of amendedParts) {
    const cents = amount_detail[part] === undefined ? undefined : toCents(String(amount_detail[part]));
    if (cents !== undefined && cents !== null) changes.push(equal((one) => partOf(one, part), cents));
  }
  for (const name of orderDetails)
    if (rest[name] !== undefined) changes.push(equal((one) => one[name] ?? "", String(rest[name])));
  for (const [number, text] of Object.entries(custom_fields ?? {}))
    if (text !== undefined) changes.push(equal((one) => customOf(one, number), String(text)));
  if (lineitems)
    changes.push({
      shown: ({ lineitems: shown }) => shown && JSON.stringify(shown),
      isIn: ({ lineitems: shown = [] }) =>
        shown.length === lineitems.length &&
        lineitems.every((item, place) => isItem(item, { ...shown[place] })),
    });
  return changes;
}

const equal = (shown: AskedChange["shown"], wanted: number | string): AskedChange => ({
  shown,
  isIn: (one) => shown(one) === wanted,
});

export const amountOf = ({ amount, auth_amount }: TransactionDetail) =>
  toCents(amount ?? auth_amount ?? "") ?? undefined;
const partOf = ({ amount_detail }: TransactionDetail, part: (typeof amendedParts)[number]) =>
  toCents(amount_detail?.[part] ?? "0") ?? undefined;
const customOf = ({ custom_fields }: TransactionDetail, number: string) => {
  const text = custom_fields?.[number];
  return text === undefined ? undefined : String(text);
};

/** An answer need not have every field of an item, and writes numbers with other decimals. */
const isItem = (item: z.output<typeof values>, shown: Record<string, unknown>): boolean =>
  Object.entries(item).every(
    ([name, text]) =>
      text === undefined ||
      shown[name] === undefined ||
      String(shown[name]) === String(text) ||
      (String(text).trim() !== "" && Number(shown[name]) === Number(text)),
  );
