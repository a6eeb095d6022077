import type { Vault } from "../vault.ts";
import { preparedQuery } from "./prepared-query.ts";
import type { Db } from "./store.ts";
import type { SealedTogetherTable } from "./tables/sealed-together.ts";

/** What a payment keeps instead of its own sealed text. The colon tells it from one, which is base64. */
export const nameSealed = (key: string, place: number): string => `${key}:${place}`;

export const insertSealed = preparedQuery((db, row: SealedTogetherTable) =>
  db.insertInto("sealed_together").values({ key: row.key, sealed: row.sealed }),
);

/** Opens what a payment keeps sealed, by itself or together with others. Throws when it was sealed with another key. */
export async function openSealed(db: Db, vault: Pick<Vault, "open">, sealed: string): Promise<string> {
  const [key = "", place] = sealed.split(":");
  if (place === undefined) return vault.open(sealed);
  const row = await db
    .selectFrom("sealed_together")
    .select("sealed")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const text = (JSON.parse(vault.open(row.sealed)) as string[])[Number(place)];
  if (text === undefined) throw new Error("What a payment keeps sealed is not where it says.");
  return text;
}
