import { z } from "zod";
import { attemptId } from "../attempt-id.ts";
import { noCardNumber } from "../card-detector.ts";
import { amountProblem, readAmount, typedCents } from "../format/amount-text.ts";
import { shortestReason } from "../forms/reason.ts";
import { checkFormats } from "../gateway/codes.ts";
import type { Tender } from "../gateway/commands.ts";

/** The values of the charge form. They mirror the screen; request.ts makes the one wire shape of them, for whatever tender. */

export const tenders = ["card", "check", "cash", "token"] as const satisfies readonly Tender[];
export const breakdownParts = ["subtotal", "tax", "shipping", "tip", "discount", "duty"] as const;
export type BreakdownPart = (typeof breakdownParts)[number];

const trimmed = z.string().trim();
const line = (max: number) => trimmed.max(max, `Use at most ${max} characters.`).refine(...noCardNumber);
const email = trimmed
  .refine(...noCardNumber)
  .refine(
    (text) => text === "" || z.email().safeParse(text).success,
    "Enter an email address such as name@example.com.",
  );
const money = trimmed.refine((text) => amountProblem(text) === undefined, {
  error: ({ input }) => amountProblem(String(input)),
});

const address = z.object({
  firstname: line(64),
  lastname: line(64),
  company: line(64),
  street: line(128),
  street2: line(128),
  city: line(64),
  state: line(32),
  postalcode: line(16),
  country: line(64),
  phone: line(32),
});
export type AddressValues = z.input<typeof address>;

/** The form of each single value. form.ts adds the rules between them. */
export const chargeValues = z.object({
  /** Made when the form opened. */
  attemptId,
  tender: z.enum(tenders),
  /** Card and token: collect with the open batch, or hold only. */
  capture: z.enum(["now", "later"]),
  amount: trimmed,
  /** Whether the amount is the sum of the breakdown. */
  itemised: z.boolean(),
  breakdown: z.object({
    subtotal: money,
    tax: money,
    shipping: money,
    tip: money,
    discount: money,
    duty: money,
  }),
  card: z.object({
    number: trimmed,
    expiration: trimmed,
    cvc: trimmed,
    name: line(64),
    street: line(128),
    postalCode: line(16),
    save: z.boolean(),
  }),
  check: z.object({
    name: line(64),
    routing: trimmed,
    account: trimmed,
    accountType: z.enum(["checking", "savings"]),
    number: trimmed.regex(/^\d{0,10}$/, "Enter the check number in digits."),
    format: z.enum(["", ...checkFormats]),
  }),
  token: z.object({ token: trimmed.refine(...noCardNumber), cvc: trimmed }),
  /** What was handed over, to tell the change. It stays in the console. */
  cash: z.object({ received: money }),
  order: z.object({
    invoice: line(25),
    ponum: line(64),
    orderid: line(64),
    description: line(255),
    comments: line(1000),
  }),
  receipt: z.object({ email, send: z.boolean() }),
  billing: address,
  shipping: address,
  /** Charge although the gateway sees a duplicate: needs the right for it. */
  ignoreDuplicate: z.boolean(),
  /** Why it is a second payment. Kept with the attempt, never sent. */
  duplicateReason: line(500),
  /** Attempts of the same card and amount, approved a moment ago, that the clerk has seen and charges beside. */
  confirmedSiblings: z.array(attemptId).max(50),
  /** The partly approved attempt whose rest this payment collects. */
  completes: attemptId.nullable(),
  /** Charge although the answer of this attempt is not known yet: needs the right for it. */
  holdOverride: z
    .object({
      attemptId,
      reason: line(500).min(shortestReason, "Say why, in a few words."),
    })
    .nullable(),
});

export type ChargeValues = z.input<typeof chargeValues>;
/** The values once every single field is well formed. */
export type ValidCharge = z.output<typeof chargeValues>;

export function emptyCharge(attemptId: string): ChargeValues {
  const blank: AddressValues = {
    firstname: "",
    lastname: "",
    company: "",
    street: "",
    street2: "",
    city: "",
    state: "",
    postalcode: "",
    country: "",
    phone: "",
  };
  return {
    attemptId,
    tender: "card",
    capture: "now",
    amount: "",
    itemised: false,
    breakdown: { subtotal: "", tax: "", shipping: "", tip: "", discount: "", duty: "" },
    card: { number: "", expiration: "", cvc: "", name: "", street: "", postalCode: "", save: false },
    check: { name: "", routing: "", account: "", accountType: "checking", number: "", format: "" },
    token: { token: "", cvc: "" },
    cash: { received: "" },
    order: { invoice: "", ponum: "", orderid: "", description: "", comments: "" },
    receipt: { email: "", send: false },
    billing: { ...blank },
    shipping: { ...blank },
    ignoreDuplicate: false,
    duplicateReason: "",
    confirmedSiblings: [],
    completes: null,
    holdOverride: null,
  };
}

/**
 * The values without what was typed for another tender or into a breakdown that is not used: it must not hold up this
 * payment, and a card number must not travel with a cash sale.
 */
export function inUse(values: ChargeValues): ChargeValues {
  const blank = emptyCharge(values.attemptId);
  const kept = { card: blank.card, token: blank.token, check: blank.check, cash: blank.cash };
  return {
    ...values,
    ...kept,
    [values.tender]: values[values.tender],
    breakdown: values.itemised ? values.breakdown : blank.breakdown,
  };
}

/** What the breakdown adds up to, in cents: discount is taken off. Null while a part is not an amount. */
export function breakdownCents(breakdown: ChargeValues["breakdown"]): number | null {
  let sum = 0;
  for (const part of breakdownParts) {
    const read = readAmount(breakdown[part]);
    if (read.kind === "refused") return null;
    if (read.kind === "amount") sum += (part === "discount" ? -1 : 1) * read.cents;
  }
  return sum;
}

/** The amount on the button and in the request, in cents. Null while what is typed is not an amount. */
export function chargeCents(values: Pick<ChargeValues, "amount" | "itemised" | "breakdown">): number | null {
  return values.itemised ? breakdownCents(values.breakdown) : typedCents(values.amount);
}
