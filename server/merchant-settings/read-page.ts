import "server-only";
import type { SettingsPage } from "#lib/settings/settings-page.ts";
import { listAccounts } from "#server/accounts/read-accounts.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { readSpeeds } from "#server/speed/page-speeds.ts";
import { workstation } from "#server/speed/workstation.ts";
import { listFixed, listSettings } from "./list-settings.ts";

/** What the page Settings shows, for the browser that asks. */
export async function readSettingsPage(): Promise<SettingsPage> {
  const [settings, workstations] = await Promise.all([
    listSettings(db()),
    workstation().then((here) => readSpeeds(here)),
  ]);
  const accounts = env().account === undefined ? await listAccounts(db(), env()) : undefined;
  return { settings, fixed: listFixed(), workstations, accounts };
}
