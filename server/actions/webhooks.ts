"use server";

import { z } from "zod";
import type { Result } from "#lib/result.ts";
import type { InboxEvent } from "#lib/webhook-event.ts";
import { checkAgain } from "#server/webhooks/inbox.ts";
import { action } from "./action.ts";

/** Reads an event's transaction from the gateway again, with any verdict. Moves no money. */
export async function checkEvent(values: { event: string }): Promise<Result<InboxEvent>> {
  const input = z.object({ event: z.string().min(1).max(128) });
  return action({ right: "viewWebhooks", input, isRepeatable: true }, (_user, { event }) =>
    checkAgain(event),
  )(values);
}
