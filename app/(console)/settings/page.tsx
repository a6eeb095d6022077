import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SettingsView } from "#components/settings/settings-view.tsx";
import { translated } from "#lib/language/t.ts";
import { settingsQuery } from "#lib/queries/settings.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { readSettingsPage } from "#server/merchant-settings/read-page.ts";

export const metadata: Metadata = translated("*", { title: "Settings" });

/** What the merchant decides about the console, its connection to the gateway, and its workstations. */
export default async function SettingsPage() {
  await requireUser("changeSettings");
  const client = new QueryClient();
  client.setQueryData(settingsQuery().queryKey, await readSettingsPage());
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SettingsView drawer={await chosenDrawer()} />
    </HydrationBoundary>
  );
}
