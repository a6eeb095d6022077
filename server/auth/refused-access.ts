import { rightLabels } from "#lib/people/permission-labels.ts";
import type { Right } from "#lib/permissions.ts";
import { recordAlone } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import { db } from "#server/db/db.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";

/**
 * Records that somebody asked for what their role does not include, once a minute for each of its rights: a program that asks without
 * end hides nothing else. They are refused also where this can't be stored.
 */
export async function recordRefusedAccess({ id, name }: Actor, right: Right): Promise<void> {
  const now = Date.now();
  for (const [key, at] of recorded) if (now - at >= againMs) recorded.delete(key);
  if (recorded.has(`${id} ${right}`)) return;
  recorded.set(`${id} ${right}`, now);
  const by = { id, name };
  const fields = { right: rightLabels[right] };
  await recordAlone(db(), { name: "access.refused", by, subject: id, fields }).catch((error: unknown) => {
    if (!storeTrouble(error)) throw error;
  });
}

const againMs = 60_000;
/** When it was last recorded in this process, by user and right. */
const recorded = new Map<string, number>();
