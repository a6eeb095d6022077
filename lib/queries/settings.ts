import { queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { SettingsPage } from "../settings/settings-page.ts";
import { getJson } from "./get-json.ts";

export const settingsKey = ["settings"] as const;

/** The merchant's settings as they count now, from the console's store. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: () => getJson<SettingsPage>(paths.api.settings()),
    refetchInterval: 10_000,
  });
