import "server-only";
import type { SettingsPage } from "#lib/settings/settings-page.ts";
import { db } from "#server/db/db.ts";
import { readSpeeds } from "#server/speed/page-speeds.ts";
import { workstation } from "#server/speed/workstation.ts";
import { listFixed, listSettings } from "./list-settings.ts";

/** What the page Settings shows, for the browser that asks. */
export async function readSettingsPage(): Promise<SettingsPage> {
  const [settings, workstations] = await Promise.all([
    listSettings(db()),
    workstation().then((here) => readSpeeds(here)),
  ]);
  return { settings, fixed: listFixed(), workstations };
}
