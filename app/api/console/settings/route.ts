import type { SettingsPage } from "#lib/settings/settings-page.ts";
import { readSettingsPage } from "#server/merchant-settings/read-page.ts";
import { route } from "#server/route.ts";

/** The merchant's settings, with where each comes from. */
export const GET = route({ right: "changeSettings" }, (): Promise<SettingsPage> => readSettingsPage());
