import type { CommandName, Tender } from "#lib/gateway/commands.ts";

/**
 * Where a command leaves its trace at the gateway, and so what can prove that it did not happen:
 * `batch` — a transaction with our reference, in a batch when it is a card's · `list` — one with our reference, in no batch ·
 * `original` — the payment it acts on changes · `either` — a new transaction or a changed payment: only a trace proves
 * anything · `nothing` — no trace to look for.
 */
export type ShownBy = "batch" | "list" | "original" | "either" | "nothing";

const shown = {
  sale: "batch",
  "cc:postauth": "batch",
  quicksale: "batch",
  "cc:credit": "batch",
  refund: "batch",
  quickrefund: "batch",
  authonly: "list",
  "check:sale": "list",
  "check:credit": "list",
  "cash:sale": "list",
  "cash:refund": "list",
  "cc:capture": "original",
  "cc:capture:error": "original",
  "cc:capture:reauth": "original",
  "cc:capture:override": "original",
  "cc:adjust": "original",
  void: "original",
  "cc:void:release": "original",
  unvoid: "original",
  queue: "original",
  "refund:adjust": "original",
  creditvoid: "either",
  "cc:save": "nothing",
} as const satisfies Record<CommandName, ShownBy>;

/** Where an attempt's command shows. Checks and cash are in no batch, whatever the command. */
export function shownBy({ command, tender }: { command: CommandName; tender: Tender }): ShownBy {
  const where = shown[command];
  return where === "batch" && tender !== "card" && tender !== "token" ? "list" : where;
}

/** Kinds of transactions that a gateway's list may leave out as a whole. */
export function listedAs({ command, tender }: { command: CommandName; tender: Tender }): string {
  if (tender === "check" || tender === "cash") return tender;
  return command === "authonly" ? "authorization" : "card";
}
