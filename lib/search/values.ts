import { t } from "#lib/language/t.ts";
import { pointFormat, readAmount, typedCents } from "../format/amount-text.ts";
import { listOf } from "../format/list.ts";
import { toDecimal } from "../money.ts";
import { closestOf } from "./closest.ts";
import { isReversed, missingDateProblem, printDays, readDays } from "./days.ts";
import { type Field, type FieldName, fieldRow, findWord, type Takes } from "./fields.ts";
import type { Value } from "./query.ts";

/** A part of what is typed for a field: `starred` where a "*" follows it. */
export type Piece = { text: string; quoted: boolean; starred: boolean };

/** The value of a piece, or why it isn't valid. */
export type ReadValue = { value: Value } | { reason: string };

/** Reads a piece as a value of the field. */
export function readValue(name: FieldName, piece: Piece): ReadValue {
  const field = fieldRow(name);
  switch (field.kind) {
    case "amount":
      return readAmounts(piece.starred ? `${piece.text}*` : piece.text);
    case "days": {
      const value = readDays(piece.text);
      return value ? { value } : { reason: dayProblem(piece.text) };
    }
    case "words": {
      const known = findWord(field.words, piece.text);
      return known
        ? { value: { is: "word", word: known.word } }
        : { reason: wordProblem(name, field, piece.text) };
    }
    case "name":
      return { value: { is: "text", text: piece.text, prefix: !piece.quoted || piece.starred } };
    case "code":
      return readCode(field.takes, piece);
  }
}

/** Writes a value so that `readValue` reads the same. */
export function printValue(field: Field, value: Value): string {
  switch (value.is) {
    case "amount":
      return `${value.compare === "=" ? "" : value.compare}${printCents(value.cents)}`;
    case "amountRange":
      return `${printCents(value.from)}..${printCents(value.to)}`;
    case "days":
      return printDays(value);
    case "word":
      return value.word;
    case "textRange":
      return `${value.from}..${value.to}`;
    case "text": {
      const plain = isPlain(value.text);
      if (field.kind === "name") return plain && value.prefix ? value.text : quote(value.text, value.prefix);
      return plain ? `${value.text}${value.prefix ? "*" : ""}` : quote(value.text, value.prefix);
    }
  }
}

export const quote = (text: string, starred: boolean) =>
  `"${text.replaceAll('"', '""')}"${starred ? "*" : ""}`;

/** Whether a text has no sign that means something in a value. */
export const isPlain = (text: string) => !/[\s"“”„‟()*,:]|\.\./.test(text);

/** The message for a piece that looks like a day but isn't valid. */
export function dayProblem(text: string): string {
  if (isReversed(text)) return t("The range ends before it begins.");
  return (
    missingDateProblem(text) ??
    t("Use a day such as 2026-11-20, a range such as 2026-11-01..2026-11-15, or words such as last week.")
  );
}

/** Whether a word is meant as amounts without their field: ">100", "100..200". */
export const looksLikeAmounts = (text: string) =>
  /^[<>=]/.test(text) || (/^\P{L}*\.\.\P{L}*$/u.test(text) && /\d/.test(text));

function readAmounts(text: string): ReadValue {
  const range = /^(.*?)\.\.(.*)$/.exec(text);
  if (range) return readAmountRange(range[1] ?? "", range[2] ?? "");
  const [, sign = "", amount = ""] = /^(>=|<=|>|<|=)?(.*)$/s.exec(text) ?? [];
  const compare = comparisons.find((known) => known === sign) ?? "=";
  const cents = readCents(amount);
  return cents === null ? amountProblem(amount, sign) : { value: { is: "amount", compare, cents } };
}

const comparisons = [">=", "<=", ">", "<"] as const;

function readAmountRange(from: string, to: string): ReadValue {
  const [least, most] = [readCents(from), readCents(to)];
  if (isSigned(from) && isSigned(to))
    return refundsInstead([to, from].map((end) => printCents(unsigned(end) ?? 0)).join(".."));
  if (from !== "" && least === null) return amountProblem(from);
  if (to !== "" && most === null) return amountProblem(to);
  if (least === null && most === null) return amountProblem("");
  if (most === null) return { value: { is: "amount", compare: ">=", cents: least ?? 0 } };
  if (least === null) return { value: { is: "amount", compare: "<=", cents: most } };
  if (least > most) return { reason: t("The range ends before it begins.") };
  return { value: { is: "amountRange", from: least, to: most } };
}

/** As the merchant writes amounts, or as files do: no text is one amount here and another there. */
const readCents = (text: string) => typedCents(text) ?? typedCents(text, pointFormat);

function amountProblem(text: string, sign = ""): ReadValue {
  const [, from = "", to = ""] = /^(.*\d.*)[-−–](.*\d.*)$/.exec(text) ?? [];
  const [least, most] = [readCents(from), readCents(to)];
  if (least !== null && most !== null)
    return {
      reason: t("Write a range with two dots: {example}.", {
        example: `amount:${printCents(least)}..${printCents(most)}`,
      }),
    };
  const cents = unsigned(text);
  // More than -5.00 is a refund of less.
  const turned = sign.replace(/[<>]/, (one) => (one === ">" ? "<" : ">"));
  if (cents !== null) return refundsInstead(`${turned}${printCents(cents)}`);
  const read = readAmount(text);
  return { reason: read.kind === "refused" ? read.reason : t("Add an amount, such as amount:>100.") };
}

/** The amount behind its minus; null of any other text. */
const unsigned = (text: string) =>
  /^\D*[-−]|[-−]\D*$/.test(text) ? readCents(text.replace(/[-−]/, "")) : null;
const isSigned = (text: string) => unsigned(text) !== null;

const refundsInstead = (amount: string): ReadValue => ({
  reason: t("Amounts have no sign. For refunds, search for {example}.", {
    example: `type:refund amount:${amount}`,
  }),
});

const printCents = (cents: number) => toDecimal(cents).replace(/\.00$/, "");

function readCode(takes: Takes | undefined, { text, quoted, starred }: Piece): ReadValue {
  const range = quoted || starred ? null : /^(.+?)\.\.(.+)$/.exec(text);
  if (range) return readRange(range[1] ?? "", range[2] ?? "");
  if (takes && !takes.values.test(text)) return { reason: takes.reason };
  return { value: { is: "text", text: takes?.isUpper ? text.toUpperCase() : text, prefix: starred } };
}

/** Both ends have the same beginning before their digits. */
function readRange(from: string, to: string): ReadValue {
  const [first, last] = [from, to].map((end) => /^([\p{L}\p{N}_#/-]*?)(\d{1,18})$/u.exec(end));
  if (!first || !last || first[1] !== last[1]) return { reason: t("Write a range like 10260..10269.") };
  if (BigInt(first[2] ?? 0) > BigInt(last[2] ?? 0)) return { reason: t("The range ends before it begins.") };
  return { value: { is: "textRange", from, to } };
}

function wordProblem(name: FieldName, field: Field & { kind: "words" }, text: string): string {
  const close = closestOf(
    text,
    field.words.flatMap(({ word, aliases }) => [word, ...aliases]),
  );
  const typed = `${name}:${text}`;
  return close
    ? t("{typed} is not known. Did you mean {word}?", {
        typed,
        word: `${name}:${findWord(field.words, close)?.word}`,
      })
    : t("{typed} is not known. Try {words}.", {
        typed,
        words: `${name}:${listOf(
          field.words.map(({ word }) => word),
          "disjunction",
          ", ",
        )}`,
      });
}
