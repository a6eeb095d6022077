import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DrawerView } from "#components/drawer/drawer-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { readShiftNumber } from "#lib/drawer/shift-number.ts";
import { t, translated } from "#lib/language/t.ts";
import { drawerQuery } from "#lib/queries/drawer.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { readDrawerPage } from "#server/books/drawer/page-state.ts";

export const metadata: Metadata = translated("*", { title: "Cash drawer" });

/** The cash drawer of this workstation, and its shifts with their Z reports. */
export default async function DrawerPage({ searchParams }: PageProps<"/drawer">) {
  const user = await requireUser("viewDrawer");
  const { before } = await searchParams;
  const number = readShiftNumber(typeof before === "string" ? before : undefined);
  const client = new QueryClient();
  client.setQueryData(drawerQuery(number).queryKey, await readDrawerPage(user, await chosenDrawer(), number));
  return (
    <>
      <ConsoleHeader title={t("Cash drawer")} />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <DrawerView before={number} now={Date.now()} userId={user.id} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
