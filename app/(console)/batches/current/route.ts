import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readBatch } from "#server/gateway-cache/batches.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

/**
 * Redirects to the open batch by its key, so that the URL still names it after it closes; to the list if none is open or
 * the gateway can't be read. A redirect inside a page that has begun to stream would undo a click made meanwhile.
 */
export async function GET(): Promise<never> {
  const user = await requireUser("viewBatches");
  const batch = await asCaller(user, () => readBatch("current"));
  redirect(batch.kind === "found" && batch.value.key ? paths.batch(batch.value.key) : paths.batches());
}
