import { z } from "zod";
import { entriesOf } from "#lib/keys-of.ts";
import { isMasked, isToken } from "../card-number.ts";
import { type CommandName, findCommand } from "../commands.ts";
import { requestOf } from "./command-requests.ts";
import { reply } from "./fields.ts";

/**
 * Bulk files (contract: Bulk transactions). A file is a header row in any column
 * order and one transaction per row. `bulkColumns` maps each column to its wire path in the command's request.
 */
export const bulkColumns = {
  command: "command",
  source: "source",
  trankey: "trankey",
  invoice: "invoice",
  ponum: "ponum",
  orderid: "orderid",
  description: "description",
  custid: "customerid",
  email: "email",
  amount: "amount",
  tax: "amount_detail.tax",
  tip: "amount_detail.tip",
  cardholder: "creditcard.cardholder",
  ccnum: "creditcard.number",
  ccexp: "creditcard.expiration",
  cvc: "creditcard.cvc",
  avsstreet: "creditcard.avs_street",
  avszip: "creditcard.avs_zip",
  routing: "check.routing",
  account: "check.account",
  accounttype: "check.account_type",
  accountholder: "check.accountholder",
  checknum: "check.number",
  checkformat: "check.format",
  ...addressColumns("billing"),
  ...addressColumns("shipping"),
} as const;
export type BulkColumn = keyof typeof bulkColumns;

/** No column takes a longer cell; some take only a shorter one. */
export const longestCell = (column: BulkColumn): number => (column === "description" ? 1000 : 255);

/** The columns whose cells are never stored, shown or logged in plain text. */
export const secretBulkColumns: readonly BulkColumn[] = ["ccnum", "cvc", "routing", "account"];

const bulkGroupStatuses = ["Pending", "Running", "Paused", "Completed"] as const;
export type BulkGroupStatus = (typeof bulkGroupStatuses)[number];

/**
 * The answer to an upload: `transactions + errors = lines`. Duplicates of earlier files are counted
 * separately in `dupes`, since they do not run. `error_lines` (not in the contract) gives the errors of the first rejected rows.
 */
export const bulkUpload = z.looseObject({
  lines: reply.count,
  transactions: reply.count,
  errors: z.preprocess((value) => (Array.isArray(value) ? value.length : value), reply.count),
  dupes: reply.count,
  bulk_key: reply.text,
  error_lines: reply.list(
    z.looseObject({ line: reply.count, column: reply.text, error: reply.text, errorcode: reply.count }),
  ),
});
export type BulkUpload = z.infer<typeof bulkUpload>;

/** A group of transactions from one file. Counts are numbers once read, however they were spelled. */
export const bulkGroup = z.looseObject({
  bulk_key: reply.text,
  uploaded: reply.text,
  filename: reply.text,
  status: reply.text,
  transactions: reply.count,
  remaining: reply.count,
  approved: reply.count,
  declined: reply.count,
  errors: reply.count,
});
export type BulkGroup = z.infer<typeof bulkGroup>;

/** The answer to pause and resume. */
export const bulkDone = z.looseObject({ status: z.string() });

/** A row's cells by column, as text. */
export type BulkCells = Partial<Record<BulkColumn, string>>;

export type ParsedRow =
  | { kind: "request"; command: CommandName; fields: Record<string, unknown> }
  | ({ kind: "problem" } & BulkProblem);

/** Why a row is rejected, without any of its content. */
export type BulkProblem = { column: BulkColumn | undefined; reason: string; code: number };

/** The errorcodes of rejected rows. */
export const bulkRowErrors = { badRow: 20021, unknownCommand: 20024 } as const;

const bulkProblem = (
  column: BulkColumn | undefined,
  reason: string,
  code: number = bulkRowErrors.badRow,
): ParsedRow => ({ kind: "problem", column, reason, code });

/**
 * Validates the format of a row: the command (blank is a sale), the amount, the expiration date and the fields that
 * the command needs. Whether a card or an account is usable shows only when it runs.
 * `fields` is the row as parsed by its request schema; `toReader` may give another reader of the same that is faster.
 */
export function readBulkRow(
  cells: BulkCells,
  toReader: (fields: z.ZodType) => z.ZodType = (fields) => fields,
): ParsedRow {
  const wireName = cells.command?.trim() || "sale";
  const command = findCommand(wireName);
  if (!command) return bulkProblem("command", "is no command of this gateway", bulkRowErrors.unknownCommand);
  const expiration = cells.ccexp?.trim();
  if (expiration && !/^(0[1-9]|1[0-2])\d\d$|^0000$/.test(expiration))
    return bulkProblem("ccexp", "must be four digits, month and year, such as 0930");
  const isNumber =
    cells.ccnum?.trim() && !isToken(cells.ccnum) && !(cells.trankey?.trim() && isMasked(cells.ccnum));
  if (isNumber && !expiration) return bulkProblem("ccexp", "is required");
  const parsed = toReader(requestOf(command)).safeParse(toBody(cells));
  // Every command's fields are an object.
  if (parsed.success) return { kind: "request", command, fields: parsed.data as Record<string, unknown> };
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  const reason = issue?.message ?? "cannot be read";
  // Only its text says whether a message is zod's own.
  return bulkProblem(columnOf(path), reason.startsWith("Invalid input") ? "is required" : reason);
}

/** The nested request from the cells of a row; empty cells are absent. */
function toBody(cells: BulkCells): Record<string, unknown> {
  const body: Record<string, Record<string, string> | string> = {};
  for (const { column, group, field } of wirePlaces) {
    const cell = cells[column]?.trim();
    if (!cell) continue;
    if (group === undefined) body[field] = cell;
    else {
      body[group] ??= {};
      // No plain column has the name of a group.
      (body[group] as Record<string, string>)[field] = cell;
    }
  }
  return body;
}

/** The wire path of each column, except the command and its original. */
const wirePlaces = entriesOf(bulkColumns)
  .filter(([column]) => column !== "command" && column !== "source")
  .map(([column, path]) => {
    const [first = "", second] = path.split(".");
    return second === undefined
      ? { column, group: undefined, field: first }
      : { column, group: first, field: second };
  });

/** The column that a wire path belongs to: itself, or the first one of its group. */
function columnOf(path: string): BulkColumn | undefined {
  const entries = entriesOf(bulkColumns);
  if (path === "creditcard") return "ccnum";
  if (path === "check") return "routing";
  // The file has one column for both names of a payment.
  if (path === "refnum") return "trankey";
  return entries.find(([, wire]) => wire === path)?.[0];
}

function addressColumns<Kind extends "billing" | "shipping">(kind: Kind) {
  const column = <Part extends string>(part: Part) => `${kind}_${part}` as const;
  const path = (field: string) => `${kind}_address.${field}`;
  return {
    [column("company")]: path("company"),
    [column("fname")]: path("firstname"),
    [column("lname")]: path("lastname"),
    [column("street")]: path("street"),
    [column("street2")]: path("street2"),
    [column("city")]: path("city"),
    [column("state")]: path("state"),
    [column("country")]: path("country"),
    [column("zip")]: path("postalcode"),
    [column("phone")]: path("phone"),
  } as Record<
    `${Kind}_${"company" | "fname" | "lname" | "street" | "street2" | "city" | "state" | "country" | "zip" | "phone"}`,
    string
  >;
}
