import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pollEvery } from "../live/live-state.ts";
import { paths } from "../paths.ts";
import type { Inbox, InboxEventDetail } from "../webhook-event.ts";
import { getJson } from "./get-json.ts";
import { webhooksKey } from "./keys.ts";

/** The inbox by the URL's filter text, from the console's store. Sends no gateway requests. */
export const inboxQuery = (search: string) =>
  queryOptions({
    queryKey: [...webhooksKey, "list", search] as const,
    queryFn: () => getJson<Inbox>(paths.api.webhooks(search)),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(5000),
  });

/** One event, or null when it is no longer stored. Polled while it has no verdict. */
export const inboxEventQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, "one", id] as const,
    queryFn: () => getJson<InboxEventDetail | null>(paths.api.webhook(id)),
    refetchInterval: ({ state }) => (state.data?.verdict === "waiting" ? 1000 : false),
  });
