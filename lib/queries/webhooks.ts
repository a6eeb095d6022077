import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { paths } from "../paths.ts";
import type { Inbox, InboxEventDetail } from "../webhook-event.ts";
import { getJson } from "./get-json.ts";

/** The inbox by its filters' address text, from the console's own store: looking again costs the gateway nothing. */
export const inboxQuery = (search: string) =>
  queryOptions({
    queryKey: ["webhooks", "list", search] as const,
    queryFn: () => getJson<Inbox>(paths.api.webhooks(search)),
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });

/** One event, or null when it is no longer kept. Looked at again while it has no verdict. */
export const inboxEventQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhooks", "one", id] as const,
    queryFn: () => getJson<InboxEventDetail | null>(paths.api.webhook(id)),
    refetchInterval: ({ state }) => (state.data?.verdict === "waiting" ? 1000 : false),
  });
