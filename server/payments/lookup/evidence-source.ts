import { type CommandName, commandRow, holdsMoney, type Tender } from "#lib/gateway/commands.ts";

/** Where an attempt's command shows. Checks and cash are in no batch, with any command. */
export function evidenceSource({ command, tender }: { command: CommandName; tender: Tender }) {
  const where = commandRow(command).evidence.source;
  return where === "batch" && tender !== "card" && tender !== "token" ? "list" : where;
}

/** Kinds of transactions that a gateway's list may omit entirely. */
export function listedAs({ command, tender }: { command: CommandName; tender: Tender }): string {
  if (tender === "check" || tender === "cash") return tender;
  return holdsMoney(command) ? "authorization" : "card";
}
