import { capitalized } from "#lib/format/capitalized.ts";
import { entriesOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";
import { holdsCardNumber } from "../../card-data/card-detector.ts";
import { repeatedNumber } from "../../card-data/own-numbers.ts";
import { pointFormat, typedCents } from "../../format/amount-text.ts";
import { formatMoney } from "../../format/money.ts";
import { expiryState, isCardNumber, isMasked, isRoutingNumber, isToken } from "../../gateway/card-number.ts";
import {
  type CommandName,
  commands,
  findCommand,
  restoresPayment,
  type Tender,
} from "../../gateway/commands.ts";
import { longestInvoice } from "../../gateway/field-lengths.ts";
import { maximumCents } from "../../gateway/maximum-amount.ts";
import {
  type BulkCells,
  type BulkColumn,
  longestCell,
  type ParsedRow,
  readBulkRow,
} from "../../gateway/schemas/bulk.ts";
import { toCents } from "../../money.ts";
import { foreignColumns, rowSource } from "./row-source.ts";

/** What keeps a row from being sent: the column at fault, why, and how to fix it. */
export type RowProblem = { column: BulkColumn | undefined; reason: string; fix: string };

export type RowValidation =
  | {
      kind: "good";
      command: CommandName;
      tender: Tender;
      /** Undefined where the command takes the original's whole amount. */
      amountCents: number | undefined;
      /** Whether it acts on an earlier payment, whose currency its amount is in. */
      namesPayment: boolean;
    }
  | { kind: "bad"; problems: RowProblem[] };

/**
 * Checks a row as the gateway would, and further: what its run would turn down for certain (check digits, dates, amounts)
 * is found before it costs anything. `currentMonth` is the merchant's own ("2026-11").
 */
export function validateRow(cells: BulkCells, currentMonth: string): RowValidation {
  const long = tooLong(cells);
  if (long.length > 0) return { kind: "bad", problems: long };
  const line = readBulkRow(cells);
  const found = [...problems(cells, currentMonth)];
  if (line.kind === "problem" && !found.some(({ column }) => column === line.column))
    found.unshift({
      column: line.column,
      // A file has a column for the key alone.
      reason: capitalized(line.reason.replace(/, or refnum$/, "")),
      fix: edits[line.column ?? "command"] ?? t("Correct the cell."),
    });
  if (line.kind === "request") found.push(...unusedProblems(cells, line));
  if (line.kind === "problem" || found.length > 0) return { kind: "bad", problems: found };
  const { amount } = line.fields;
  return {
    kind: "good",
    command: line.command,
    tender: tenderOf(line.command, cells),
    amountCents: amount === undefined || amount === "" ? undefined : (toCents(String(amount)) ?? undefined),
    namesPayment: Boolean(cells.trankey?.trim()),
  };
}

/** A cell that is too long is not read: looking for numbers in it would take longer than in all others of a file. */
function tooLong(cells: BulkCells): RowProblem[] {
  return entriesOf(cells).flatMap(([column, cell]) =>
    cell.length > longestCell(column)
      ? problem(column, t("Must be at most {limit} characters", { limit: longestCell(column) }))
      : [],
  );
}

function* problems(cells: BulkCells, currentMonth: string): Generator<RowProblem> {
  const values = trimmed(cells);
  const { amount = "", ccnum = "", ccexp = "", cvc = "", routing = "", account = "" } = values;
  if (amount) yield* amountProblems(amount);
  else if (needsAmount(values)) yield { ...problem("amount", t("Missing")), fix: t("Enter the amount.") };
  yield* foreignProblems(values);
  yield* numberInTextProblems(values);
  for (const part of ["tax", "tip"] as const) yield* partProblems(part, values[part] ?? "");
  // A key is kept with the file's payouts.
  if (values.trankey && (!/^[\w-]{1,64}$/.test(values.trankey) || holdsCardNumber(values.trankey)))
    yield problem("trankey", t("Not a key or reference number"));
  const digits = ccnum.replace(/[ -]/g, "");
  const token = isToken(ccnum);
  for (const column of ["ccnum", "routing", "account"] as const)
    if (isMasked(values[column] ?? "")) yield maskedProblem(column);
  if (ccnum && !token && !isMasked(ccnum) && !isCardNumber(digits))
    yield problem("ccnum", t("Check digit or length is wrong"));
  if (ccexp && !(token && ccexp === "0000")) yield* expiryProblems(ccexp, currentMonth);
  if (ccnum && !token && !ccexp) yield problem("ccexp", t("Missing: a card number needs it"));
  if (cvc && !/^\d{3,4}$/.test(cvc)) yield problem("cvc", t("Three or four digits are needed"));
  if (routing && !isMasked(routing) && !isRoutingNumber(routing))
    yield problem(
      "routing",
      /^\d{9}$/.test(routing) ? t("Check digit is wrong") : t("Nine digits are needed"),
    );
  if (account && !isMasked(account) && !/^\d{4,17}$/.test(account))
    yield problem("account", t("4 to 17 digits are needed"));
}

/** Money that the command does not take would be counted, and something else moved. Undoing a void needs its own checks. */
function* unusedProblems(
  cells: BulkCells,
  { command, fields }: Extract<ParsedRow, { kind: "request" }>,
): Generator<RowProblem> {
  if (restoresPayment(command))
    yield {
      ...problem("command", t("Not possible from a file")),
      fix: t("Undo a void on the payment's own page."),
    };
  const detail = (fields.amount_detail ?? {}) as Record<string, unknown>; // every command's schema makes it an object
  const taken = { amount: fields.amount, tax: detail.tax, tip: detail.tip };
  for (const column of ["amount", "tax", "tip"] as const)
    if (cells[column]?.trim() && taken[column] === undefined)
      yield {
        ...problem(column, t("Not used by {command}", { command: cells.command?.trim() || t("sale") })),
        fix: t("Leave it empty: the command acts on the whole payment."),
      };
}

const maskedProblem = (column: "ccnum" | "routing" | "account"): RowProblem => ({
  ...problem(column, t("Masked: only the last digits are known")),
  fix: column === "ccnum" ? t("Enter the whole card number, or a token.") : t("Enter the whole number."),
});

function* amountProblems(amount: string): Generator<RowProblem> {
  // The cell is sent as it is written, so it must also be an amount on the wire.
  const cents = toCents(amount) === null ? null : typedCents(amount, pointFormat);
  if (cents === null) yield problem("amount", t("Not an amount"));
  else if (cents <= 0)
    yield {
      ...problem("amount", t("Must be more than zero")),
      fix: t("Enter the amount, or exclude the row."),
    };
  else if (cents > maximumCents) yield overMaximum("amount");
}

/**
 * Totals and limits count the amount alone, so a row never moves money by its tax or tip only. Without any of them the
 * commands that act on an earlier transaction take its whole amount.
 */
function needsAmount({ command, tax, tip }: BulkCells): boolean {
  const name = findCommand(command || "sale");
  if (name === undefined || commands[name].money === "none") return false;
  return Boolean(tax || tip) || commands[name].original === "none";
}

/** A card, account or payment beside the one that the command moves would show a person another payee than the one paid. */
function* foreignProblems(cells: BulkCells): Generator<RowProblem> {
  const name = findCommand(cells.command || "sale");
  if (name === undefined) return;
  for (const column of foreignColumns(rowSource(name, cells), cells))
    yield {
      ...problem(column, t("Not used by {command} here", { command: cells.command || t("sale") })),
      fix: t("Leave it empty, or change the command."),
    };
}

/** A card number in a text column, or this row's own card or account number there: the gateway would store and show it. */
function* numberInTextProblems(cells: BulkCells): Generator<RowProblem> {
  const { ccnum = "", account = "" } = cells;
  const own = { card: isToken(ccnum) ? "" : ccnum.replace(/\D/g, ""), account: account.replace(/\D/g, "") };
  for (const [column, cell] of entriesOf(cells)) {
    if (!cell || numberColumns.has(column)) continue;
    const found = holdsCardNumber(cell) ? "card" : repeatedNumber(cell, own);
    if (found)
      yield {
        column,
        ...(found === "card"
          ? {
              reason: t("Contains a card number"),
              fix: t("Remove the card number from this column."),
            }
          : {
              reason: t("Contains the account number"),
              fix: t("Remove the account number from this column."),
            }),
      };
  }
}

/** Columns that hold these numbers, amounts or dates. `trankey` has a rule of its own. */
const numberColumns: ReadonlySet<BulkColumn> = new Set<BulkColumn>([
  ...(["ccnum", "ccexp", "cvc", "routing", "account", "trankey"] as const),
  ...(["amount", "tax", "tip"] as const),
]);

function* partProblems(part: "tax" | "tip", cell: string): Generator<RowProblem> {
  if (!cell) return;
  const cents = toCents(cell) === null ? null : typedCents(cell, pointFormat);
  if (cents === null || cents < 0) yield problem(part, t("Not an amount"));
  else if (cents > maximumCents) yield overMaximum(part);
}

function overMaximum(column: "amount" | "tax" | "tip"): RowProblem {
  const most = formatMoney(maximumCents);
  return {
    ...problem(column, t("Over {most}, the most for one payment", { most })),
    fix: column === "amount" ? t("Correct it, or split it into several payments.") : t("Correct it."),
  };
}

function* expiryProblems(ccexp: string, currentMonth: string): Generator<RowProblem> {
  const state = expiryState(ccexp, currentMonth);
  if (state === "expired")
    yield { ...problem("ccexp", t("The card has expired")), fix: t("Ask for a new card.") };
  else if (state === "no-month")
    yield problem("ccexp", t("There is no month {ccexp}", { ccexp: ccexp.slice(0, 2) }));
  else if (state !== "ok") yield problem("ccexp", t("Four digits are needed, month and year"));
}

function problem(column: BulkColumn, reason: string): RowProblem {
  return { column, reason, fix: edits[column] ?? t("Correct the cell.") };
}

const edits: Partial<Record<BulkColumn, string>> = translated("*", {
  command: "Leave it empty for a sale, or write one such as check:sale or refund.",
  amount: "Write it like 1234.50.",
  tax: "Write it like 1234.50.",
  tip: "Write it like 1234.50.",
  ccnum: "Compare it with the card, or use a token.",
  ccexp: "Write it like 0930.",
  cvc: "Leave it empty if it is not known.",
  routing: "Compare it with the check.",
  account: "Compare it with the check.",
  accounttype: "Write checking or savings, or leave it empty.",
  invoice: t("Shorten it to {limit} characters.", { limit: longestInvoice }),
  trankey: "Enter the earlier transaction's key or reference number.",
});

function trimmed(cells: BulkCells): BulkCells {
  return Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, cell?.trim() ?? ""]));
}

/** The tender of a row: from its command, and for cards from whether the number is a token. */
function tenderOf(command: CommandName, cells: BulkCells): Tender {
  const { tenders } = commands[command];
  if (cells.routing?.trim() && (tenders as readonly Tender[]).includes("check")) return "check"; // includes takes only members of the list
  // includes takes only members of the list
  if (cells.ccnum && isToken(cells.ccnum.trim()) && (tenders as readonly Tender[]).includes("token"))
    return "token";
  return tenders[0];
}
