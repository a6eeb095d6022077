import { openStore } from "#server/db/db.ts";
import type { RunningConsole } from "../running-console.ts";

/** Makes the next lookup for a bulk file due at once; the console's own schedule waits longer after each miss. */
export async function lookupNow({ dataDir }: RunningConsole, fileId: string): Promise<void> {
  const store = openStore({ dataDir, databaseUrl: undefined });
  await store.updateTable("bulk_files").set({ next_lookup_at: 0 }).where("id", "=", fileId).execute();
  await store.destroy();
}
