import { z } from "zod";
import { type CommandName, commands } from "../commands.ts";
import {
  amendment,
  cardPayment,
  check,
  creditcard,
  money,
  namedCard,
  namedCheck,
  order,
  original,
  payment,
  paymentKey,
  receipt,
  repeat,
} from "./command-fields.ts";
import { request } from "./fields.ts";
import { needing, requireAccount, requireAmount, requireCard, requireOriginal } from "./requirements.ts";

const { text } = request;

/** The shapes of requests, without `command`; each reads tolerantly and normalizes spellings. Rows name the one they take. */
const requests = {
  card: needing(
    { ...cardPayment, ...paymentKey, creditcard: namedCard },
    requireAmount,
    requireCard("payment_key"),
  ),
  voice: needing({ ...cardPayment, authcode: text(20), creditcard }, requireAmount),
  check: needing({ ...payment, check }, requireAmount),
  cash: needing(payment, requireAmount),
  repeat: needing({ ...original, ...repeat }, requireOriginal("trankey"), requireAmount),
  save: z.object({ ...order, ...receipt, creditcard }),
  cardCredit: needing({ ...cardPayment, ...original, creditcard: namedCard }, (fields, context) => {
    if (fields.trankey || fields.refnum) return;
    requireAmount(fields, context);
    requireCard("trankey")(fields, context);
  }),
  checkCredit: needing({ ...payment, ...original, check: namedCheck }, (fields, context) => {
    if (!fields.trankey && !fields.refnum) requireAmount(fields, context);
    requireAccount(fields, context);
  }),
  partialRefund: needing({ ...original, ...payment, amount: money.amount }, requireOriginal("trankey")),
  reduction: needing({ ...original, ...amendment }, requireOriginal("refnum"), ({ amount }, context) =>
    requireAmount({ amount }, context),
  ),
  amendment: needing({ ...original, ...amendment }, requireOriginal("trankey")),
  original: needing(original, requireOriginal("trankey")),
  voided: needing(original, requireOriginal("refnum")),
} as const satisfies Record<string, z.ZodType>;

type RequestOf<Name extends CommandName> = (typeof requests)[(typeof commands)[Name]["request"]];

/** The request of a command as a caller writes it, without `command`. */
export type CommandInput<Name extends CommandName> = z.input<RequestOf<Name>>;
/** The request of a command once parsed: spellings normalized, amounts as decimal text. */
export type CommandFields<Name extends CommandName> = z.output<RequestOf<Name>>;

/** The schema that reads a command's request. */
export function requestOf<Name extends CommandName>(name: Name): RequestOf<Name> {
  // The compiler does not follow a row's name through both tables.
  return requests[commands[name].request] as RequestOf<Name>;
}
