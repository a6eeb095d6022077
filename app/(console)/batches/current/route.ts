import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readBatch } from "#server/gateway-cache/batches.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

/**
 * Leads to the open batch under its own key, so that the address still names it after it closes; to the batches when none
 * is open or the gateway can't be read. A redirect inside a page that has begun to stream would undo a click made meanwhile.
 */
export async function GET(): Promise<never> {
  const user = await requireUser("viewBatches");
  const batch = await asCaller(user, () => readBatch("current"));
  redirect(batch.kind === "found" && batch.value.key ? paths.batch(batch.value.key) : paths.batches());
}
