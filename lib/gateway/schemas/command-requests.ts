import { z } from "zod";
import { type CommandName, commands } from "../commands.ts";
import {
  amendment,
  cardPayment,
  check,
  creditcard,
  money,
  order,
  original,
  payment,
  paymentKey,
  receipt,
  repeat,
  requireAmount,
  requireCard,
  requireOriginal,
} from "./command-fields.ts";
import { request } from "./fields.ts";

const { amount, optional, text } = request;

/** The shapes of requests, without `command`; each reads tolerantly and normalises spellings. Rows name the one they take. */
const requests = {
  card: z
    .object({ ...cardPayment, ...paymentKey, creditcard: optional(creditcard) })
    .superRefine(requireAmount)
    .superRefine(requireCard),
  voice: z
    .object({ ...cardPayment, authcode: text(20).pipe(z.string().min(1, "is required")), creditcard })
    .superRefine(requireAmount),
  check: z.object({ ...payment, check }).superRefine(requireAmount),
  cash: z.object(payment).superRefine(requireAmount),
  repeat: z
    .object({ ...original, ...repeat })
    .superRefine(requireOriginal)
    .superRefine(requireAmount),
  save: z.object({ ...order, ...receipt, creditcard }),
  cardCredit: z
    .object({ ...cardPayment, ...original, creditcard: optional(creditcard) })
    .superRefine((fields, context) => {
      if (fields.trankey || fields.refnum) return;
      requireAmount(fields, context);
      requireCard(fields, context);
    }),
  checkCredit: z.object({ ...payment, ...original, check }).superRefine((fields, context) => {
    if (!fields.trankey && !fields.refnum) requireAmount(fields, context);
  }),
  partialRefund: z.object({ ...original, ...payment, amount: money.amount }).superRefine(requireOriginal),
  reduction: z.object({ ...original, ...amendment, amount }).superRefine(requireOriginal),
  amendment: z.object({ ...original, ...amendment }).superRefine(requireOriginal),
  original: z.object(original).superRefine(requireOriginal),
} as const satisfies Record<string, z.ZodType>;

type RequestOf<Name extends CommandName> = (typeof requests)[(typeof commands)[Name]["request"]];

/** The request of a command as a caller writes it, without `command`. */
export type CommandInput<Name extends CommandName> = z.input<RequestOf<Name>>;
/** The same once read: spellings normalised, amounts as decimal text. */
export type CommandFields<Name extends CommandName> = z.output<RequestOf<Name>>;

/** The schema that reads a command's request. */
export function requestOf<Name extends CommandName>(name: Name): RequestOf<Name> {
  // The compiler does not follow a row's name through both tables.
  return requests[commands[name].request] as RequestOf<Name>;
}
