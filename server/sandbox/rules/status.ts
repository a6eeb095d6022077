import { type StatusCode, statusCodes, type TrantypeCode } from "#lib/gateway/codes.ts";
import type { TransactionState } from "#lib/gateway/transaction-phase.ts";

/** The status code and text a transaction shows (contract: Transaction detail). A card is settled when its batch is closed. */
export function shownStatus(
  stored: { status_code: StatusCode; trantype_code: TrantypeCode; tender: "card" | "check" | "cash" },
  state: TransactionState,
): { code: StatusCode; text: string } {
  if (stored.tender === "card" && state.phase === "settled") return { code: "S", text: statusCodes.S };
  const code = stored.status_code;
  return { code, text: pendingText(stored, state) ?? statusCodes[code] };
}

function pendingText(
  { status_code, tender }: { status_code: StatusCode; tender: "card" | "check" | "cash" },
  { kind, phase }: TransactionState,
): string | undefined {
  if (kind === "notApproved") return status_code === "E" ? undefined : statusCodes.E;
  if (phase === "released") return "Voided (Funds Released)";
  if (phase === "voided" || phase === "voidedForGood") return "Voided";
  if (status_code !== "P") return undefined;
  if (tender === "cash") return "Posted";
  if (tender === "check") return "Pending";
  return kind === "refund" && phase === "pending" ? "Pending Settlement" : undefined;
}
