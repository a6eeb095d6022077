import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ShiftView } from "#components/drawer/shift-view.tsx";
import { ConsoleHeader } from "#components/layout/page/console-header.tsx";
import { PageContent } from "#components/layout/page/page-content.tsx";
import { readShiftNumber } from "#lib/drawer/shift-number.ts";
import { t, translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { shiftQuery } from "#lib/queries/drawer.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readShift } from "#server/books/drawer/page-state.ts";
import { UnknownAddress } from "../../unknown-address.tsx";

export const metadata: Metadata = translated("*", { title: "Drawer shift" });

/** One shift of a drawer, with its Z report. */
export default async function ShiftPage({ params }: PageProps<"/drawer/[shift]">) {
  const user = await requireUser("viewDrawer");
  const number = readShiftNumber((await params).shift);
  const shift = number && (await readShift(user, number));
  if (!shift) return <UnknownAddress />;
  const client = new QueryClient();
  client.setQueryData(shiftQuery(number).queryKey, shift);
  return (
    <>
      <ConsoleHeader
        title={t("Shift {number}", { number })}
        trail={[{ href: paths.drawer(), label: t("Cash drawer") }]}
      />
      <PageContent>
        <HydrationBoundary state={dehydrate(client)}>
          <ShiftView number={number} now={Date.now()} userId={user.id} />
        </HydrationBoundary>
      </PageContent>
    </>
  );
}
