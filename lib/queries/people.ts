import { queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { People, PersonDetail } from "../people/person.ts";
import type { Roles } from "../people/role-entry.ts";
import { getJson } from "./get-json.ts";
import { peopleKey } from "./keys.ts";

/** Everybody, from the console's store. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: [...peopleKey, "list"] as const,
    queryFn: () => getJson<People>(paths.api.people()),
    refetchInterval: pollEvery(10_000),
  });

/** All roles. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: [...peopleKey, "roles"] as const,
    queryFn: () => getJson<Roles>(paths.api.roles()),
    refetchInterval: 10_000,
  });

/** Where one of them is signed in, and what was done about them. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...peopleKey, "one", id] as const,
    queryFn: () => getJson<PersonDetail>(paths.api.person(id)),
    refetchInterval: pollEvery(10_000),
  });
