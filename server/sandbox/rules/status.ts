import { type StatusCode, statusCodes, type TrantypeCode } from "#lib/gateway/codes.ts";
import type { State } from "./state.ts";

/** The status code and text a transaction shows (contract: Transaction detail). A card is settled when its batch is closed. */
export function shownStatus(
  stored: { status_code: StatusCode; trantype_code: TrantypeCode; tender: "card" | "check" | "cash" },
  state: State,
): { code: StatusCode; text: string } {
  if (state === "sale-settled" || state === "refund-settled") return { code: "S", text: statusCodes.S };
  const code = stored.status_code;
  return { code, text: pendingText(stored, state) ?? statusCodes[code] };
}

function pendingText(
  { status_code, tender }: { status_code: StatusCode; tender: "card" | "check" | "cash" },
  state: State,
): string | undefined {
  if (state === "failed") return status_code === "E" ? undefined : statusCodes.E;
  if (state === "released") return "Voided (Funds Released)";
  if (state === "voided" || state === "voided-for-good") return "Voided";
  if (status_code !== "P") return undefined;
  if (tender === "cash") return "Posted";
  if (tender === "check") return "Pending";
  return state === "refund-pending" ? "Pending Settlement" : undefined;
}
