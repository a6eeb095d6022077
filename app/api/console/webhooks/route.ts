import { readInboxFilters } from "#lib/webhook-event.ts";
import { route } from "#server/route.ts";
import { readInbox } from "#server/webhooks/inbox.ts";

/** The inbox by its filters. Sends no gateway requests. */
export const GET = route({ right: "viewWebhooks" }, ({ query }) => readInbox(readInboxFilters(query)));
