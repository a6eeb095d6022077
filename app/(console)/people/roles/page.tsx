import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RolesView } from "#components/people/roles/roles-view.tsx";
import { translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { rolesQuery } from "#lib/queries/people.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listRoleEntries } from "#server/auth/roles/read-roles.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "Roles" });

/** What each role may do, and custom roles made of single rights. */
export default async function RolesPage() {
  await requireUser("managePeople");
  if (env().account !== undefined) redirect(`${env().mainOrigin}${paths.people()}`);
  const client = new QueryClient();
  client.setQueryData(rolesQuery().queryKey, { roles: await listRoleEntries(db()) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RolesView />
    </HydrationBoundary>
  );
}
