import { z } from "zod";
import { t } from "#lib/language/t.ts";
import { noCardNumber } from "../card-data/card-detector.ts";
import { attemptId } from "../payments/attempt-id.ts";
import { isDay } from "../time.ts";
import { maxCents, maxFileBytes } from "./file/bank-file.ts";
import type { FundingRules } from "./funding-rules.ts";
import { adjustmentKinds, adjustmentSign } from "./match/match.ts";

/** What the actions of the deposits page take. */

const cents = z.number().int().min(-maxCents).max(maxCents);
const nonZero = cents.refine((amount) => amount !== 0, {
  error: () => t("Enter an amount other than 0."),
});
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, t("At most {most} characters.", { most }))
    .refine(...noCardNumber);
const id = z.string().min(1).max(200);

/** A deposit entered by hand. `id` is made by the form: submitted twice, it is the same deposit. */
export const entryRequest = z.object({
  id: attemptId,
  day: z.string().refine(isDay, { error: () => t("Enter a valid date.") }),
  cents: nonZero,
  description: text(200).min(1, { error: () => t("Say what the bank calls it.") }),
  trace: text(64),
  /** Whether it is entered though one of this day and amount is here. */
  again: z.boolean().optional(),
});
export type EntryRequest = z.output<typeof entryRequest>;

const adjustment = z
  .object({ kind: z.enum(adjustmentKinds), cents: nonZero })
  .refine(({ kind, cents: amount }) => Math.sign(amount) === adjustmentSign(kind), {
    error: () => t("Enter the amount with the opposite sign."),
  });

/** The portions that a deposit pays; with the adjustments they add up to it to the cent. */
export const matchRequest = z.object({
  deposit: id,
  portions: z.array(id).max(200),
  adjustments: z.array(adjustment).max(20),
  note: text(200),
});
export type MatchRequest = z.output<typeof matchRequest>;

/** A bank line that pays no batch: a fee of its own, or not from sales. */
export const asideRequest = z.object({
  deposit: id,
  purpose: z.enum(["fee", "left-out"]),
  note: text(200),
});
export type AsideRequest = z.output<typeof asideRequest>;

export const undoRequest = z.object({
  match: id,
  reason: text(200).min(3, { error: () => t("Say why, for the next person who reads it.") }),
});
export type UndoRequest = z.output<typeof undoRequest>;

/** An import whose lines are removed again. */
export const undoImportRequest = z.object({ file: id });
export type UndoImportRequest = z.output<typeof undoImportRequest>;

/** Suggestions to confirm, each as the page showed it. */
export const confirmRequest = z.object({
  matches: z
    .array(z.object({ deposit: id, portions: z.array(id).min(1).max(200), feeCents: cents }))
    .min(1)
    .max(100),
});
export type ConfirmRequest = z.output<typeof confirmRequest>;

export const fundingRules: z.ZodType<FundingRules, FundingRules> = z.object({
  fees: z.enum(["separate", "net"]),
  ratePpm: z
    .number()
    .int()
    .min(0)
    .max(100_000, { error: () => t("At most 10 %.") }),
  perItemCents: z
    .number()
    .int()
    .min(0)
    .max(1000, { error: () => t("At most $10.00.") }),
  isAmexApart: z.boolean(),
  cardDays: z.number().int().min(0).max(10),
  checkDays: z.number().int().min(0).max(15),
});

const column = z.number().int().min(0).max(200).optional();

/** A bank file as the browser sends it. `content` is base64. */
export const fileRequest = z.object({
  name: text(200),
  content: z.base64(),
  choice: z
    .object({
      columns: z.object({
        date: column,
        amount: column,
        credit: column,
        debit: column,
        direction: column,
        currency: column,
        status: column,
        description: column,
        trace: column,
      }),
      dateOrder: z.enum(["mdy", "dmy", "ymd"]),
    })
    .optional(),
  /** Whether lines are imported that look like ones that are here already. */
  includePossible: z.boolean().optional(),
});
export type FileRequest = z.output<typeof fileRequest>;

/** Base64 takes four bytes for three. */
export const maxRequestBytes = Math.ceil((maxFileBytes * 4) / 3) + 4096;
