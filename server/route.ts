import "server-only";
import type { NextRequest } from "next/server";
import { addressHoldsCard } from "#lib/card-data/card-address.ts";
import { cardNumberProblem } from "#lib/card-data/card-detector.ts";
import type { Refusal } from "#lib/result.ts";
import { enter, entryStatus, type Need, requireOwnOrigin } from "#server/auth/guard.ts";
import { noteAction, type SignedInUser } from "#server/auth/session/sessions.ts";
import { db } from "#server/db/db.ts";
import { errorReference } from "#server/http/request-id.ts";
import { log } from "#server/log.ts";
import { storeTrouble, storeTroubleText } from "#server/sql/store-trouble.ts";
import { asCaller } from "./gateway-client/caller.ts";
import { RefusedBodyError } from "./read-body.ts";

type RouteOptions = {
  /** What the person must be allowed to do; `signedIn` when anyone who is signed in may. */
  right: Need;
  /** True when only a person's own act calls this, so that it keeps the session from going idle. */
  keepsSessionAlive?: boolean;
  /**
   * True when it changes something or takes a body. Then a page of this console must have sent it, for the person who is
   * signed in, and it counts as that person's own act.
   */
  isWrite?: boolean;
};

export type RouteCall<Params> = {
  user: SignedInUser;
  params: Params;
  query: URLSearchParams;
  request: NextRequest;
};

/**
 * Wraps a route handler. Before `handle`, in this order: no other site asked, the Origin is our own (for writes), the session is valid, the
 * page belongs to the person, the right is there, and the address holds no card number; otherwise 403, 401, 409, 403 or
 * 400 with a refusal as its body. What `handle` returns is sent as JSON, or as it is when it is a Response. Nothing is
 * cached, and nothing of a body is logged.
 */
export function route<Params>(
  { right, keepsSessionAlive, isWrite }: RouteOptions,
  handle: (call: RouteCall<Params>) => Promise<unknown>,
): (request: NextRequest, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, context) => {
    if (isFromElsewhere(request)) return refusal(403, fromElsewhere);
    const origin = isWrite ? await requireOwnOrigin() : undefined;
    if (origin && !origin.ok) return refusal(403, origin.problem);
    const entry = await enter(right, { fromPage: isWrite === true });
    if (entry.kind !== "in") return refusal(entryStatus[entry.kind], entry.problem);
    const { user } = entry;
    if (addressHoldsCard(request.nextUrl)) return refusal(400, cardInAddress);
    if (keepsSessionAlive || isWrite) await noteAction(db(), user);
    try {
      const params = await context.params;
      const query = request.nextUrl.searchParams;
      const body = await asCaller(user, () => handle({ user, params, query, request }));
      return guarded(body instanceof Response ? body : Response.json(body));
    } catch (error) {
      return toRefusal(error, request.nextUrl.pathname);
    }
  };
}

function toRefusal(error: unknown, path: string): Response {
  if (error instanceof RefusedBodyError)
    return refusal(error.status, { kind: "refused", message: error.message });
  const reference = errorReference();
  log.error({ err: error, path, reference }, "a route failed");
  const trouble = storeTrouble(error);
  return trouble
    ? refusal(503, { kind: "refused", message: `${storeTroubleText[trouble]} Tell your administrator.` })
    : refusal(500, {
        kind: "refused",
        message: `Something went wrong on our side. Try again. If this happens again, report the number ${reference}.`,
      });
}

/** Browsers name where a request comes from: a page of another site, that links here or loads it, may not make us work. */
export const isFromElsewhere = ({ headers }: Request) =>
  ["cross-site", "same-site"].includes(headers.get("sec-fetch-site") ?? "");

const fromElsewhere: Refusal = {
  kind: "refused",
  message: "Nothing was done: the request came from a page of another site. Open it from the console.",
};

const cardInAddress: Refusal = { kind: "refused", message: cardNumberProblem };

export function refusal(status: number, problem: Refusal): Response {
  return guarded(Response.json(problem, { status }));
}

/** No browser or proxy keeps a response that is not a page. Its other headers are those of every response (server/http/response-headers.ts). */
export function guarded(response: Response): Response {
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}
