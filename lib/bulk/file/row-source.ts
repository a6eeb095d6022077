import { keysOf } from "#lib/keys-of.ts";
import { type CommandName, commands, type Tender } from "../../gateway/commands.ts";
import type { BulkCells, BulkColumn } from "../../gateway/schemas/bulk.ts";

/** Whose money a row moves: the card's or the account's in it, cash, or that of the earlier payment it names. */
export type RowSource = "card" | "check" | "cash" | "payment";

/** Decided by the command, as the gateway does, and never by which cells happen to be filled. */
export function rowSource(command: CommandName, { trankey }: BulkCells): RowSource {
  const { original } = commands[command];
  const tenders: readonly Tender[] = commands[command].tenders;
  if (original === "required") return "payment";
  if (!tenders.includes("card")) return tenders.includes("check") ? "check" : "cash";
  return original === "optional" && trankey?.trim() ? "payment" : "card";
}

const ownColumns = {
  card: ["ccnum", "ccexp", "cvc", "cardholder", "avsstreet", "avszip"],
  check: ["routing", "account", "accounttype", "accountholder", "checknum", "checkformat"],
  cash: [],
  payment: ["trankey"],
} as const satisfies Record<RowSource, readonly BulkColumn[]>;

/** Filled cells that name another card, account or payment than the one the row moves money with. */
export function foreignColumns(source: RowSource, cells: BulkCells): BulkColumn[] {
  return keysOf(ownColumns)
    .filter((one) => one !== source)
    .flatMap((one): readonly BulkColumn[] => ownColumns[one])
    .filter((column) => cells[column]?.trim());
}
