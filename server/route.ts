import "server-only";
import type { NextRequest } from "next/server";
import { addressHoldsCard } from "#lib/card-address.ts";
import { cardNumberProblem } from "#lib/card-detector.ts";
import type { Refusal } from "#lib/result.ts";
import { enter, entryStatus, type Need, requireOwnOrigin } from "#server/auth/guard.ts";
import { noteAction, type SignedInUser } from "#server/auth/sessions.ts";
import { db } from "#server/db/db.ts";
import { storeTrouble, storeTroubleWords } from "#server/db/store-trouble.ts";
import { env } from "#server/env.ts";
import { asCaller } from "#server/gateway/caller.ts";
import { log } from "#server/log.ts";

type RouteOptions = {
  /** What the person must be allowed to do; `signedIn` when anyone who is signed in may. */
  right: Need;
  /** True when only a person's own act calls this, so that it keeps the session from going idle. */
  person?: boolean;
  /** True when it changes something: then it has to be sent by a page of this console. */
  writes?: boolean;
};

export type RouteCall<Params> = {
  user: SignedInUser;
  params: Params;
  query: URLSearchParams;
  request: NextRequest;
};

/**
 * Wraps a route handler: the session holds, the page is not someone else's and the right is there, else 401, 409 or 403
 * with a refusal as its body. An address with a card number in it is refused with 400.
 * What `handle` returns is sent as JSON, or as it is when it is a Response. Nothing is ever cached.
 */
export function route<Params>(
  options: RouteOptions,
  handle: (call: RouteCall<Params>) => Promise<unknown>,
): (request: NextRequest, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, context) => {
    const entry = await enter(options.right, { fromPage: options.writes === true });
    if (entry.kind !== "in") return refusal(entryStatus[entry.kind], entry.problem);
    const { user } = entry;
    const origin = options.writes ? await requireOwnOrigin() : undefined;
    if (origin && !origin.ok) return refusal(403, origin.problem);
    if (addressHoldsCard(request.nextUrl)) return refusal(400, cardInAddress);
    if (options.person) await noteAction(db(), user);
    try {
      const params = await context.params;
      const query = request.nextUrl.searchParams;
      const body = await asCaller(user, () => handle({ user, params, query, request }));
      return body instanceof Response ? guarded(body) : guarded(Response.json(body));
    } catch (error) {
      log.error({ err: error, path: request.nextUrl.pathname }, "a route broke");
      const trouble = storeTrouble(error);
      if (trouble)
        return refusal(503, {
          kind: "refused",
          message: `${storeTroubleWords[trouble]} Tell your administrator.`,
        });
      return refusal(500, { kind: "refused", message: "Something broke on our side. Please try again." });
    }
  };
}

export const cardInAddress: Refusal = { kind: "refused", message: cardNumberProblem };

export function refusal(status: number, problem: Refusal): Response {
  return guarded(Response.json(problem, { status }));
}

/** Adds the headers of an answer that is not a page. */
export function guarded(response: Response): Response {
  response.headers.set("cache-control", "no-store");
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  if (env().consoleOrigin.startsWith("https:"))
    response.headers.set("strict-transport-security", "max-age=31536000");
  return response;
}
