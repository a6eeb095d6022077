import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import { dayIn } from "#lib/time.ts";
import type { Call } from "../context.ts";
import { keyOfFingerprint } from "../keys.ts";
import { askedCents } from "../rules/amount.ts";
import type { TransactionDetails } from "../store/tables/transactions.ts";
import { insertTransaction } from "../store/transactions.ts";
import { withExtras } from "./extras.ts";
import type { CommandResult, Handler } from "./handler.ts";
import { requireMovable } from "./movable-amount.ts";
import { toDetails } from "./payment-details.ts";

/** Records a cash sale. No bank is asked, so there is no authorization code. */
export const cashSale: Handler<"cash:sale"> = (call, fields) => note(call, "cash:sale", fields);

/** Records a cash refund. */
export const cashRefund: Handler<"cash:refund"> = (call, fields) => note(call, "cash:refund", fields);

async function note(
  call: Call,
  command: "cash:sale" | "cash:refund",
  fields: CommandFields<"cash:sale">,
): Promise<CommandResult> {
  const cents = askedCents(fields) ?? 0;
  requireMovable(cents, fields.currency);
  const ready = await withExtras(
    call,
    {
      source_id: call.source.id,
      created_at: call.now,
      command,
      tender: "cash",
      trantype_code: command === "cash:sale" ? "G" : "E",
      status_code: "P",
      result_code: "A",
      error: null,
      error_code: null,
      authcode: "",
      amount: cents,
      batch_id: null,
      ordinal: null,
      original_id: null,
      connected: 0,
      duplicate_of_kind: null,
      next_step_at: null,
      sealed: null,
      fingerprint: null,
      details: { ...toDetails(call, fields), drawer_shift: shiftOf(call, fields) },
    },
    fields,
  );
  const row = await insertTransaction(call.db, ready.draft);
  await ready.afterwards?.(row);
  return { row };
}

/** The drawer shift of a payment: the given one, or the clerk's for that day. Undefined without a clerk. */
function shiftOf(
  { sandbox: { vault, settings }, now }: Call,
  { drawer_shift: given, clerk }: Pick<TransactionDetails, "drawer_shift" | "clerk">,
): TransactionDetails["drawer_shift"] {
  if (given?.key || given?.clerk_key) return given;
  if (!clerk) return undefined;
  return {
    key: keyOfFingerprint("ds", vault.fingerprint(`shift ${dayIn(settings.timeZone, now)} ${clerk}`)),
    clerk_key: keyOfFingerprint("ck", vault.fingerprint(`clerk ${clerk}`)),
  };
}
