import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { accountOrigin, toAccountId } from "#lib/accounts/account.ts";
import type { AuditFields } from "#lib/audit/events.ts";
import { formatCount } from "#lib/format/counts.ts";
import { nameKey } from "#lib/forms/plain-name.ts";
import { roleId } from "#lib/permissions.ts";
import { ok, type Result, refuse, refuseFields } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import { lockRights } from "#server/auth/people/change-rights.ts";
import type { SignedInUser } from "#server/auth/session/sessions.ts";
import type { Database } from "#server/db/database.ts";
import type { StoreSettings } from "#server/db/db.ts";
import type { GatewayAccountsTable } from "#server/db/tables/auth/gateway-accounts.ts";
import { isFree } from "#server/http/is-free.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { lockName } from "#server/sql/lock.ts";
import { type AccountColumns, type AccountInput, type MainConsole, readInput } from "./account-input.ts";
import { countWithoutOutcomeThere } from "./count-without-outcome.ts";
import { type AccountKeys, decryptKeys, encryptKeys } from "./encrypted-keys.ts";
import { mainAccountName } from "./read-accounts.ts";
import { readThere } from "./read-there.ts";
import { findKnown, tryKeys } from "./try-keys.ts";

type Store = Kysely<Database>;
type Admin = Pick<SignedInUser, "id" | "name" | "role">;

/** Adds an account once its connection works. Who adds it has the same role there; others have none until they are given one. */
export async function addAccount(
  db: Store,
  by: Admin,
  input: AccountInput,
  main: MainConsole,
): Promise<Result<null>> {
  if (accountOf(db) !== undefined) return refuse(notHere);
  const read = readInput(input, main);
  if (!read.ok) return read;
  const missing = {
    ...(input.apiKey === "" && { apiKey: "Enter the API key." }),
    ...(input.apiPin === "" && { apiPin: "Enter the PIN." }),
  };
  if (Object.keys(missing).length > 0) return refuseFields(missing);
  const keys = { apiKey: input.apiKey, apiPin: input.apiPin, webhookKey: input.webhookKey };
  const refused = await tryKeys(read.value.urlList, keys);
  if (refused) return refused;
  return change(db, async (store, rows) => {
    const id = toAccountId(read.value.name, randomBytes(3).toString("hex"));
    const taken = await whatIsTaken(rows, { ...read.value, id, keys }, main);
    if (taken) return taken;
    const { urlList: _, ...columns } = read.value;
    await store
      .insertInto("gateway_accounts")
      .values({
        id,
        ...columns,
        sealed: await encryptKeys(keys, id),
        version: 1,
        created_at: Date.now(),
        removed_at: null,
      })
      .execute();
    await store
      .insertInto("account_roles")
      .values({ user_id: by.id, account_id: id, role: roleId(by.role) })
      .execute();
    const fields = { account: columns.name, ...toShown(columns) };
    await record(store, { name: "account.added", by, subject: id, fields });
    return ok(null);
  });
}

/** Changes an account as it was seen at `version`, to no other merchant's. Its console is started again. */
export async function changeAccount(
  db: Store,
  place: StoreSettings,
  by: Admin,
  { id, version, ...input }: AccountInput & { id: string; version: number },
  main: MainConsole,
): Promise<Result<null>> {
  if (accountOf(db) !== undefined) return refuse(notHere);
  const read = readInput(input, main);
  if (!read.ok) return read;
  const before = await db.selectFrom("gateway_accounts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!before || before.removed_at !== null || before.version !== version) return refuse(overtakenText);
  // Stored keys go to the addresses that they were given for, and to no other.
  const isElsewhere = read.value.urls.split(",").some((url) => !before.urls.split(",").includes(url));
  if (isElsewhere && (input.apiKey === "" || input.apiPin === ""))
    return refuseFields({
      apiKey: "The gateway's address is new: enter the API key and the PIN too.",
    });
  const known = before.sealed ? await decryptKeys(before.sealed, id) : undefined;
  const keys = {
    apiKey: input.apiKey || (known?.apiKey ?? ""),
    apiPin: input.apiPin || (known?.apiPin ?? ""),
    webhookKey: input.webhookKey || (known?.webhookKey ?? ""),
  };
  if (keys.apiKey === "" || keys.apiPin === "")
    return refuseFields({ apiKey: "The stored keys can't be read: enter them again." });
  const isSame = keys.apiKey === known?.apiKey && !isElsewhere;
  const item = isSame ? undefined : await readThere(db, place, id, findKnown);
  const refused = await tryKeys(read.value.urlList, keys, item);
  if (refused) return refused;
  return change(db, async (store, rows) => {
    const row = rows.find((one) => one.id === id);
    if (!row || row.removed_at !== null || row.version !== version) return refuse(overtakenText);
    const taken = await whatIsTaken(rows, { ...read.value, id, keys }, main);
    if (taken) return taken;
    const { urlList: _, ...columns } = read.value;
    const hasNewKeys = input.apiKey !== "" || input.apiPin !== "" || input.webhookKey !== "";
    await store
      .updateTable("gateway_accounts")
      .set({ ...columns, sealed: await encryptKeys(keys, id), version: version + 1 })
      .where("id", "=", id)
      .execute();
    const fields = { account: row.name, ...differencesOf(row, columns), newKeys: hasNewKeys };
    await record(store, { name: "account.changed", by, subject: id, fields });
    return ok(null);
  });
}

/** Stops serving an account and deletes its keys and the roles in it, once nothing there waits for its outcome. Its store is kept. */
export async function removeAccount(
  db: Store,
  place: StoreSettings,
  by: Admin,
  { id, version }: { id: string; version: number },
): Promise<Result<null>> {
  if (accountOf(db) !== undefined) return refuse(notHere);
  const unsettled = await countWithoutOutcomeThere(db, place, id);
  if (unsettled > 0)
    return refuse(
      `Nothing was changed: payments there have no known outcome yet (${formatCount(unsettled)}), and nothing would search for them. See Attention in that account, then remove it.`,
    );
  return change(db, async (store, rows) => {
    const row = rows.find((one) => one.id === id);
    if (!row || row.removed_at !== null || row.version !== version) return refuse(overtakenText);
    await store
      .updateTable("gateway_accounts")
      .set({ sealed: null, removed_at: Date.now(), version: version + 1 })
      .where("id", "=", id)
      .execute();
    // Nobody is given one meanwhile.
    await lockRights(store);
    await store.deleteFrom("account_roles").where("account_id", "=", id).execute();
    await record(store, { name: "account.removed", by, subject: id, fields: { account: row.name } });
    return ok(null);
  });
}

/** An account in the log: never with keys. */
const toShown = ({ urls, port, origin, color }: AccountColumns) => ({
  urls: urls.replaceAll(",", ", "),
  port: String(port),
  origin: origin ?? "none",
  color,
});

/** What a change gives other values, before and after. */
function differencesOf(was: AccountColumns, is: AccountColumns): AuditFields<"account.changed"> {
  const [before, after] = [toShown(was), toShown(is)];
  return {
    ...(was.name !== is.name && { newName: is.name }),
    ...(before.urls !== after.urls && { urlsBefore: before.urls, urlsAfter: after.urls }),
    ...(before.port !== after.port && { portBefore: before.port, portAfter: after.port }),
    ...(before.origin !== after.origin && { originBefore: before.origin, originAfter: after.origin }),
    ...(before.color !== after.color && { colorBefore: before.color, colorAfter: after.color }),
  };
}

/** One change after the other, in the main account alone. */
async function change(
  db: Store,
  run: (store: Transaction<Database>, rows: readonly GatewayAccountsTable[]) => Promise<Result<null>>,
): Promise<Result<null>> {
  if (accountOf(db) !== undefined) return refuse(notHere);
  return db.transaction().execute(async (store) => {
    await lockName(store, "gateway accounts");
    return run(store, await store.selectFrom("gateway_accounts").selectAll().execute());
  });
}

type Wanted = {
  id: string;
  name: string;
  port: number;
  origin: string | null;
  urlList: readonly URL[];
  keys: AccountKeys;
};

/** Why it can't be beside the others: two with one name, one port, one address, or one API user, whose limits and duplicates neither would see whole. */
async function whatIsTaken(rows: readonly GatewayAccountsTable[], wanted: Wanted, main: MainConsole) {
  const originOf = (account: { port: number; origin: string | null }) => accountOrigin(main.origin, account);
  const key = nameKey(wanted.name);
  if (key === nameKey(mainAccountName)) return refuseFields({ name: "The main account has this name." });
  if (originOf(wanted) === main.origin) return refuseFields({ origin: "The main account has this address." });
  if (wanted.keys.apiKey === main.apiKey && meets(wanted.urlList, main.urls))
    return refuseFields({ apiKey: "The main account has this API key." });
  for (const row of rows) {
    if (row.id === wanted.id || row.removed_at !== null) continue;
    if (nameKey(row.name) === key) return refuseFields({ name: "Another account has this name." });
    if (row.port === wanted.port) return refuseFields({ port: `${row.name} has this port.` });
    if (originOf(row) === originOf(wanted)) return refuseFields({ origin: `${row.name} has this address.` });
    const keys = row.sealed === null ? undefined : await decryptKeys(row.sealed, row.id);
    const urls = row.urls.split(",").map((url) => new URL(url));
    if (keys?.apiKey === wanted.keys.apiKey && meets(wanted.urlList, urls))
      return refuseFields({ apiKey: `${row.name} has this API key.` });
  }
  const before = rows.find(({ id }) => id === wanted.id);
  return before?.port === wanted.port || (await isFree(wanted.port))
    ? undefined
    : refuseFields({ port: "Another program uses this port." });
}

/** Whether two lists lead to a gateway in common. */
const meets = (some: readonly URL[], others: readonly URL[]) =>
  some.some(({ host }) => others.some((other) => other.host === host));

const notHere = "Nothing was changed: accounts are managed in the main account.";

const overtakenText = "Nothing was changed: someone else changed this account. Reload the page.";
