import { expect } from "@playwright/test";
import type { Kysely } from "kysely";
import { keysOf } from "#lib/keys-of.ts";
import { paths } from "#lib/paths.ts";
import type { MerchantSettingName } from "#lib/settings/merchant-settings.ts";
import type { Database } from "#server/db/database.ts";

export type MerchantSettings = Partial<Record<MerchantSettingName, string>>;

/**
 * Puts exactly these settings into effect, as if the page Settings had never changed another; resolves when the console at `origin`
 * follows them.
 */
export async function applyMerchantSettings(
  origin: string,
  store: Kysely<Database>,
  settings: MerchantSettings,
): Promise<void> {
  const rows = await store.selectFrom("merchant_settings").select(["name", "value"]).execute();
  const before: Record<string, string | null> = Object.fromEntries(
    rows.map(({ name, value }) => [name, value]),
  );
  const names = new Set<string>([...keysOf(settings), ...Object.keys(before)]);
  const given: Record<string, string | undefined> = settings;
  if ([...names].every((name) => before[name] === given[name])) return;
  changes += 1;
  // The console reads all of them at once: when it shows this name, the others count too.
  const mark = `Settings ${changes}`;
  await write(store, { ...settings, MERCHANT_NAME: mark });
  await expect.poll(() => signInPage(origin), { intervals: [100] }).toContain(mark);
  await write(store, settings);
  await expect.poll(() => signInPage(origin), { intervals: [100] }).not.toContain(mark);
}

let changes = 0;

const write = (store: Kysely<Database>, settings: MerchantSettings) =>
  store.transaction().execute(async (rows) => {
    await rows.deleteFrom("merchant_settings").execute();
    for (const name of keysOf(settings))
      await rows
        .insertInto("merchant_settings")
        .values({ name, value: settings[name] ?? null, version: 1, changed_at: 1, changed_by: "A test" })
        .execute();
  });

const signInPage = async (origin: string) => (await fetch(`${origin}${paths.signIn()}`)).text();
