import type { CommandName, Tender } from "#lib/gateway/commands.ts";

/**
 * Where a command shows at the gateway, and so what can prove that it did not happen:
 * `batch` — a transaction with our reference, in a batch when it is a card's · `list` — one with our reference, in no batch ·
 * `original` — the payment it acts on changes · `either` — a new transaction or a changed payment: only a trace proves
 * anything · `nothing` — no trace to look for.
 */
export type EvidenceSource = "batch" | "list" | "original" | "either" | "nothing";

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
} as const satisfies Record<CommandName, EvidenceSource>;

/** Commands whose lost answer the payment they act on may settle: each needs its rule in judge-original.ts. */
export type ShownByOriginal = {
  [Name in CommandName]: (typeof shown)[Name] extends "original" | "either" ? Name : never;
}[CommandName];

/** Where an attempt's command shows. Checks and cash are in no batch, whatever the command. */
export function evidenceSource({
  command,
  tender,
}: {
  command: CommandName;
  tender: Tender;
}): EvidenceSource {
  const where = shown[command];
  return where === "batch" && tender !== "card" && tender !== "token" ? "list" : where;
}

/** Kinds of transactions that a gateway's list may omit entirely. */
export function listedAs({ command, tender }: { command: CommandName; tender: Tender }): string {
  if (tender === "check" || tender === "cash") return tender;
  return command === "authonly" ? "authorization" : "card";
}
