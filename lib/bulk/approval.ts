import { z } from "zod";
import { keysOf } from "#lib/keys-of.ts";
import { t, text } from "#lib/language/t.ts";
import { noCardNumber } from "../card-data/card-detector.ts";
import { formatCount } from "../format/counts.ts";
import { boundedList } from "../gateway/bounded-list.ts";
import { type CommandName, changesPayment, commandNames, paysOut } from "../gateway/commands.ts";
import { bulkColumns } from "../gateway/schemas/bulk.ts";
import { type FileEdits, maxEdits } from "./file/file-plan.ts";

/**
 * What a person approves of a bulk file beyond its totals: the exact rows that will be sent, fixes included. It is computed
 * in the browser when the file is submitted and again on the server while the file streams through; both must be equal.
 */

const column = z.enum(keysOf(bulkColumns));
/** Masked text. A card number from any sender is never stored. */
const shown = z
  .string()
  .max(80)
  .refine(...noCardNumber);

/** A cell that was fixed on this page. Card and account numbers are masked. */
const edit = z.object({ row: z.number().int().positive(), column, before: shown, after: shown });
export type ShownEdit = z.infer<typeof edit>;

/** A row that pays money out or changes an earlier payment. `cents` is null where it acts on the whole original. */
const payout = z.object({
  row: z.number().int().positive(),
  command: z.enum(commandNames),
  payee: shown,
  /** The earlier payment that it gives back, as the row names it. */
  original: shown.optional(),
  /** "Account ending 6789", "Card ending 2224", "Cash", "Payment pnf9…": never a whole number. */
  to: shown,
  cents: z.number().int().nonnegative().nullable(),
});
type ShownPayout = z.infer<typeof payout>;

/** The most rows that pay out or change a payment in one file: a person approves each of them. */
export const maxPayouts = 1000;

export const tooManyPayouts = t(
  "A file can have at most {count} refunds, credits and changes, which a user approves one by one. Split the file.",
  { count: formatCount(maxPayouts) },
);

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const review = z.object({
  edits: boundedList(edit, maxEdits, text("Too many fixes to review: correct the file itself.")),
  payouts: boundedList(payout, maxPayouts, tooManyPayouts),
});
/** What the person who approves gets to see, beside the totals. */
export type Review = z.infer<typeof review>;

/** An earlier payment as it was when the file was submitted, before any row of it. */
export type KnownPayment = {
  /** As the gateway names it; undefined is the merchant's own. */
  currency?: string | undefined;
  soldCents: number;
  leftCents: number;
  /** Undefined where the gateway does not say. */
  isSettled: boolean | undefined;
  isRefund: boolean;
};

/** A payout with the payment it acts on; undefined where the console hasn't read it: then not even its currency is known. */
export type ReviewedPayout = ShownPayout & {
  payment?: KnownPayment | undefined;
  currency?: string | undefined;
};
export type ReviewToApprove = Omit<Review, "payouts"> & { payouts: ReviewedPayout[] };

export const approval = z.object({ rowsDigest: digest, editsDigest: digest, review });
/** The digests are plain SHA-256: store them under a key only, since a short file could be guessed from them. */
export type Approval = z.infer<typeof approval>;

/** One text for fixes and excluded rows that mean the same. It holds the fixed cells whole: never store or log it. */
export function canonicalEdits({ fixed, excluded }: FileEdits): string {
  const rows = Object.entries(fixed)
    .map(([row, cells]) => [Number(row), canonicalCells(cells)] as const)
    .sort(([a], [b]) => a - b);
  return JSON.stringify([rows, [...excluded].sort((a, b) => a - b)]);
}

/** Every cell of a row that is not empty, in the order of the columns' names. No digest covers a security code. */
export function canonicalCells(cells: Partial<Record<string, string>>): [string, string][] {
  const filled = Object.entries(cells).flatMap(([name, cell]): [string, string][] =>
    cell && name !== "cvc" ? [[name, cell]] : [],
  );
  return filled.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Rows that the person who approves sees one by one, and that what was given back on their payment limits. */
export const isReviewed = (command: CommandName): boolean => paysOut(command) || changesPayment(command);
