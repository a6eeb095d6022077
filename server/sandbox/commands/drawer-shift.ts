import type { Call } from "../context.ts";
import { keyOfFingerprint } from "../keys.ts";
import { toLocalDay } from "../merchant-time.ts";
import type { TransactionDetails } from "../store/transaction-details.ts";

/** The shift of a cash drawer that a payment belongs to: the one given, or the clerk's own of that day. None without a clerk. */
export function shiftOf(
  { sandbox: { vault, settings }, now }: Call,
  { drawer_shift: given, clerk }: Pick<TransactionDetails, "drawer_shift" | "clerk">,
): TransactionDetails["drawer_shift"] {
  if (given?.key || given?.clerk_key) return given;
  if (!clerk) return undefined;
  return {
    key: keyOfFingerprint("ds", vault.fingerprint(`shift ${toLocalDay(now, settings.timeZone)} ${clerk}`)),
    clerk_key: keyOfFingerprint("ck", vault.fingerprint(`clerk ${clerk}`)),
  };
}
