import { route } from "#server/route.ts";
import { findEvent } from "#server/webhooks/inbox.ts";

/** One event, or null. */
export const GET = route<{ id: string }>(
  { right: "viewWebhooks" },
  async ({ params }) => (await findEvent(params.id)) ?? null,
);
