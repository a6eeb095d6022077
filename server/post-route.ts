import "server-only";
import type { NextRequest } from "next/server";
import { addressHoldsCard } from "#lib/card-address.ts";
import type { Right } from "#lib/permissions.ts";
import type { Refusal } from "#lib/result.ts";
import { enter, entryStatus, requireOwnOrigin } from "#server/auth/guard.ts";
import { noteAction, type SignedInUser } from "#server/auth/sessions.ts";
import { db } from "#server/db/db.ts";
import { storeTrouble, storeTroubleWords } from "#server/db/store-trouble.ts";
import { log } from "#server/log.ts";
import { RefusedBody } from "./read-body.ts";
import { cardInAddress, guarded, refusal } from "./route.ts";

/**
 * Wraps a POST route handler for what a server action cannot take, such as a file that streams through. As with an action
 * the Origin is our own, the session holds, the page is this person's and the right is there before `handle` sees the
 * request; nothing of the body is logged. What `handle` returns is sent as JSON, or as it is when it
 * is a Response.
 */
export function postRoute<Params>(
  right: Right,
  handle: (call: { user: SignedInUser; params: Params; request: NextRequest }) => Promise<unknown>,
): (request: NextRequest, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, context) => {
    const origin = await requireOwnOrigin();
    if (!origin.ok) return refusal(403, origin.problem);
    const entry = await enter(right, { fromPage: true });
    if (entry.kind !== "in") return refusal(entryStatus[entry.kind], entry.problem);
    if (addressHoldsCard(request.nextUrl)) return refusal(400, cardInAddress);
    await noteAction(db(), entry.user);
    try {
      const params = await context.params;
      const body = await handle({ user: entry.user, params, request });
      return guarded(body instanceof Response ? body : Response.json(body));
    } catch (error) {
      if (error instanceof RefusedBody)
        return refusal(error.status, { kind: "refused", message: error.message });
      log.error({ err: error, path: request.nextUrl.pathname }, "a route broke");
      const trouble = storeTrouble(error);
      if (trouble)
        return refusal(503, {
          kind: "refused",
          message: `${storeTroubleWords[trouble]} Tell your administrator.`,
        });
      return refusal(500, broken);
    }
  };
}

const broken: Refusal = { kind: "refused", message: "Something broke on our side. Please try again." };
