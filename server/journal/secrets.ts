import { createHmac, randomBytes } from "node:crypto";
import { db } from "#server/db/db.ts";

/**
 * The keyed digests of the journal: card fingerprints and request digests. The key is made once and kept in the store,
 * so that every process and every restart tells the same card by the same digest, and nobody can without it.
 */
export async function keyedDigest(text: string): Promise<string> {
  return createHmac("sha256", await journalKey())
    .update(text)
    .digest("base64url");
}

const name = "journal-key";
let known: Promise<string> | undefined;

function journalKey(): Promise<string> {
  known ??= findOrMake().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function findOrMake(): Promise<string> {
  // Two processes may come up at once: the first one's key stands.
  await db()
    .insertInto("settings")
    .values({ name, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db()
    .selectFrom("settings")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.value;
}
