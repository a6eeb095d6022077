import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PeopleView } from "#components/people/people-view.tsx";
import { translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { peopleQuery, personQuery } from "#lib/queries/people.ts";
import { listPeople, readPerson } from "#server/auth/people/list-people.ts";
import { requireUser } from "#server/auth/require-user.ts";
import { listRoleEntries } from "#server/auth/roles/read-roles.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";

export const metadata: Metadata = translated("*", { title: "People" });

/** Who may sign in, with which role and where, and how to invite, change and disable them. */
export default async function PeoplePage({ searchParams }: PageProps<"/people">) {
  const user = await requireUser("managePeople");
  // People are the main account's.
  if (env().account !== undefined) redirect(`${env().mainOrigin}${paths.people()}`);
  const { person } = await searchParams;
  const now = Date.now();
  const client = new QueryClient();
  client.setQueryData(peopleQuery().queryKey, {
    people: await listPeople(db(), now),
    roles: await listRoleEntries(db()),
    now,
  });
  if (typeof person === "string")
    client.setQueryData(personQuery(person).queryKey, await readPerson(db(), person, user.sessionId, now));
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PeopleView ownId={user.id} />
    </HydrationBoundary>
  );
}
