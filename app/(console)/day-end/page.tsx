import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DayEndView } from "#components/day-end/day-end-view.tsx";
import { t, translated } from "#lib/language/t.ts";
import { dayEndQuery } from "#lib/queries/day-end.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { readDayEnd } from "#server/books/day-end/day-end.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Day end" });

/** What must be zero before going home, and the signature of the day's figures. */
export default async function DayEndPage({ searchParams }: PageProps<"/day-end">) {
  const user = await requireUser("signDay");
  const { day } = await searchParams;
  const named = typeof day === "string" ? day : undefined;
  const client = new QueryClient();
  client.setQueryData(dayEndQuery(named).queryKey, await readDayEnd(named));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DayEndView
        day={named}
        printedBy={t("{merchantName}, printed by {name}", {
          merchantName: env().merchantName,
          name: user.name,
        })}
      />
    </HydrationBoundary>
  );
}
