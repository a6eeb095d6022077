import type { Kysely } from "kysely";
import {
  type AccountColor,
  type AccountLink,
  accountOrigin,
  type GatewayAccount,
  isAccountColor,
} from "#lib/accounts/account.ts";
import type { Database } from "#server/db/database.ts";
import { accountFolder, accountSchema, type StoreSettings, storeFile } from "#server/db/db.ts";
import type { GatewayAccountsTable } from "#server/db/tables/auth/gateway-accounts.ts";
import { localUrl } from "#server/http/local-url.ts";

type Store = Kysely<Database>;

/** Every account beside the main one, the removed ones last. Never with keys. `host`: where consoles listen. */
export async function listAccounts(
  db: Store,
  place: StoreSettings & { host: string | undefined },
): Promise<GatewayAccount[]> {
  const rows = await db.selectFrom("gateway_accounts").selectAll().orderBy("created_at").execute();
  const accounts = await Promise.all(
    rows.map(async ({ id, name, color, urls, port, origin, version, removed_at }) => ({
      id,
      name,
      color: toColor(color),
      urls,
      port,
      origin: origin ?? "",
      version,
      isRemoved: removed_at !== null,
      isAnswering: removed_at === null && (await isAnswering(place.host, port)),
      store: storeOf(place, id),
    })),
  );
  return accounts.toSorted((a, b) => Number(a.isRemoved) - Number(b.isRemoved));
}

/** Also one whose store takes no writes (503). */
const isAnswering = (host: string | undefined, port: number) =>
  fetch(`${localUrl(host, port)}/api/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok || response.status === 503;
    },
    () => false,
  );

const ANSWER_MS = 2000;

/** What the starter serves: the rows that were not removed. */
export const listServed = (db: Store): Promise<GatewayAccountsTable[]> =>
  db
    .selectFrom("gateway_accounts")
    .selectAll()
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .execute();

/** Where the store of an account is, for a person at the server. */
const storeOf = ({ dataDir, databaseUrl }: StoreSettings, id: string): string =>
  databaseUrl ? `schema ${accountSchema(id)}` : `${accountFolder(dataDir, id)}/${storeFile}`;

/** The accounts that a person has a role in, the main one first; none while there is only that. */
export async function listAccountLinks(
  db: Store,
  userId: string,
  mainOrigin: string,
  here: string | undefined,
): Promise<AccountLink[]> {
  const rows = await listServed(db);
  if (rows.length === 0) return [];
  const roles = await db
    .selectFrom("account_roles")
    .select("account_id")
    .where("user_id", "=", userId)
    .execute();
  const own = rows.filter(({ id }) => id === here || roles.some(({ account_id }) => account_id === id));
  return [
    { id: "", name: mainAccountName, origin: mainOrigin, color: "accent", isHere: here === undefined },
    ...own.map(({ id, name, color, port, origin }) => ({
      id,
      name,
      color: toColor(color),
      origin: accountOrigin(mainOrigin, { port, origin }),
      isHere: id === here,
    })),
  ];
}

/** What the account of the environment is called beside the others. */
export const mainAccountName = "Main account";

const toColor = (text: string): AccountColor => (isAccountColor(text) ? text : "accent");
