import { db } from "#server/db/db.ts";
import { keyPrefixes } from "#server/journal/secrets.ts";
import { unsettledStates } from "#server/journal/store.ts";
import { log } from "#server/log.ts";

/**
 * Says in the log when unsettled payments were recorded under a data key that this console does not have: a second
 * payment with the same card would not be stopped.
 */
export async function warnOfOtherKeys(): Promise<void> {
  const rows = await db()
    .selectFrom("attempts")
    .select("fingerprint")
    .where("state", "in", unsettledStates)
    .where("fingerprint", "is not", null)
    .execute();
  const known = await keyPrefixes();
  const foreign = rows.filter(({ fingerprint }) => !known.some((prefix) => fingerprint?.startsWith(prefix)));
  if (foreign.length > 0)
    log.warn(
      { payments: foreign.length },
      "unsettled payments were recorded under another data key: set it as CONSOLE_DATA_KEY_OLD",
    );
}
