import type { Kysely } from "kysely";
import type { Database } from "./database.ts";

/** A value that survives a restart, by its name; undefined until it is saved. */
export async function findSetting(
  store: Pick<Kysely<Database>, "selectFrom">,
  name: string,
): Promise<string | undefined> {
  const row = await store.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Writes it, over an earlier one. */
export async function saveSetting(
  store: Pick<Kysely<Database>, "insertInto">,
  name: string,
  value: string,
): Promise<void> {
  await store
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
