import type { CommandName } from "../gateway/commands.ts";
import { type BulkCells, type BulkColumn, bulkColumns } from "../gateway/schemas/bulk.ts";
import type { TransactionDetail } from "../gateway/schemas/transaction.ts";
import { tenderOf } from "../payments/transaction-labels.ts";
import { maskCell } from "./file/mask-cell.ts";

/**
 * The row of a bulk file that made this transaction, as far as the gateway shows it: numbers are masked, dates of cards and
 * security codes are never in it.
 */
export function cellsOfTransaction(transaction: TransactionDetail): BulkCells {
  const { creditcard, check, amount_detail, customer_email, trantype_code = "" } = transaction;
  const shown: Record<string, unknown> = {
    ...transaction,
    email: customer_email,
    customerid: transaction.customerid ?? transaction.custid,
    amount_detail,
    creditcard: { ...creditcard, avs_zip: creditcard?.avs_zip ?? creditcard?.avs_postalcode },
    check: { accountholder: check?.accountholder, number: check?.checknum },
    billing_address: namesOf(transaction.billing_address),
    shipping_address: namesOf(transaction.shipping_address),
  };
  const entries = Object.entries(bulkColumns).flatMap(([column, path]) => {
    if (unshown.has(column)) return [];
    const value = path.split(".").reduce<unknown>((part, name) => (part as Parts)?.[name], shown);
    // A key of `bulkColumns`.
    const name = column as BulkColumn;
    return typeof value === "string" && value !== "" ? [[name, maskCell(name, value)]] : [];
  });
  const isCheck = tenderOf(transaction) === "check";
  return {
    ...Object.fromEntries(entries),
    command: commandByType[trantype_code] ?? unknownCommand,
    ...(creditcard?.number && { ccnum: maskedCard(creditcard.number) }),
    // The gateway shows nothing of them, and the row is not sent before they are filled in.
    ...(isCheck && { routing: "xxxxxxxxx", account: "xxxxxxxx" }),
  };
}

type Parts = Record<string, unknown> | undefined;

/** Its own ways to name a cell, or never shown. */
const unshown: ReadonlySet<string> = new Set([
  "command",
  "source",
  "trankey",
  "amount",
  "ccnum",
  "ccexp",
  "cvc",
  "routing",
  "account",
]);

const maskedCard = (number: string) => (/\d{4}$/.exec(number)?.[0] ?? "").padStart(16, "x");

const namesOf = (address: TransactionDetail["billing_address"]) =>
  address && {
    ...address,
    firstname: address.firstname ?? address.first_name,
    lastname: address.lastname ?? address.last_name,
  };

/** No command of the gateway: a row with it is refused until somebody writes the right one. */
export const unknownCommand = "unknown";

/** For a row of which only its transaction is known. */
const commandByType: Record<string, CommandName> = {
  S: "sale",
  A: "authonly",
  C: "cc:credit",
  K: "check:sale",
  R: "check:credit",
  H: "check:credit",
  G: "cash:sale",
  E: "cash:refund",
};
