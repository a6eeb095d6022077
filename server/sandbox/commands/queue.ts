import { DAY_MS } from "#lib/time.ts";
import { closeGap } from "../store/batches.ts";
import { changeTransaction } from "../store/transactions.ts";
import type { Handler } from "./handler.ts";
import { requireAllowed, requireOriginal } from "./original.ts";

/** Takes a full sale out of the open batch: it is an authorization until it is captured again. */
export const queue: Handler<"queue"> = async (call, fields) => {
  const original = await requireOriginal(call, "queue", fields);
  requireAllowed("queue", original);
  const { row } = original;
  const changed = await changeTransaction(call.db, row, {
    trantype_code: "A",
    status_code: "N",
    batch_id: null,
    ordinal: null,
    details: {
      ...row.details,
      expires_at: row.details.expires_at ?? row.created_at + call.source.settings.authorizationDays * DAY_MS,
    },
  });
  if (row.batch_id !== null && row.ordinal !== null) await closeGap(call.db, row.batch_id, row.ordinal);
  return { row: changed };
};
