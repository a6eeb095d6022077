import { ensureSchema } from "#server/sql/postgres.ts";
import { accountSchema, type StoreSettings } from "./db.ts";

/** What has to be there before the store of a further account can be opened. */
export async function prepareAccountStore({ databaseUrl, account }: StoreSettings): Promise<void> {
  if (databaseUrl !== undefined && account !== undefined)
    await ensureSchema(databaseUrl, accountSchema(account));
}
