import { contains } from "#server/db/contains.ts";
import { db } from "#server/db/db.ts";
import { wasTouchedSince } from "#server/payments/attempts/attempt-queries.ts";
import { wasFound } from "./recent-readings.ts";

/** Whether the gateway has shown this key or reference number here: in an answer, a reading, a page or an event. */
export async function isKnownTransaction(key: string): Promise<boolean> {
  if (wasFound(key) || (await wasTouchedSince(key, 0))) return true;
  const kept = await db()
    .selectFrom("cached_transactions")
    .select("key")
    .where((eb) => eb.or([eb("key", "=", key), eb("refnum", "=", key)]))
    .limit(1)
    .executeTakeFirst();
  if (kept) return true;
  const event = await db()
    .selectFrom("webhook_events")
    .select("event_id")
    .where("transaction_key", "=", key)
    .limit(1)
    .executeTakeFirst();
  if (event) return true;
  const page = await db()
    .selectFrom("cached_readings")
    .select("name")
    // Of closed batches the transactions themselves are kept.
    .where("name", "like", "batch current transactions %")
    .where((eb) =>
      eb.or(["key", "refnum"].map((name) => contains("reading", `"${name}":${JSON.stringify(key)}`))),
    )
    .limit(1)
    .executeTakeFirst();
  return page !== undefined;
}
