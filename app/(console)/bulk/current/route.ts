import { redirect } from "next/navigation";
import { paths } from "#lib/paths.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readGroup } from "#server/bulk/groups.ts";
import { asCaller } from "#server/gateway-client/caller.ts";

/** Redirects to the running group by its key, so that the URL still names it after it ends; to the files if none is running. */
export async function GET(): Promise<never> {
  const user = await requireUser("viewBulk");
  const watched = await asCaller(user, () => readGroup("current"));
  const key = watched.kind === "found" ? watched.value.group?.bulk_key : undefined;
  redirect(key ? paths.bulkGroup(key) : paths.bulk());
}
