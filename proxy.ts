import { type NextRequest, NextResponse } from "next/server";
import { addressHoldsCard } from "#lib/card-data/card-address.ts";
import { paths } from "#lib/paths.ts";
import { foreignOriginProblem } from "#server/auth/foreign-origin.ts";
import { PATH_HEADER } from "#server/auth/path-header.ts";
import { cookie } from "#server/auth/session/session-cookie.ts";
import { env } from "#server/env.ts";
import { clearCache } from "#server/http/response-headers.ts";

/**
 * Refuses forms of foreign pages before a page reads them. Checks no rights: each page, action and route handler does that itself. An
 * address with a card number in it is replaced before any page reads it.
 */
export function proxy(request: NextRequest): NextResponse {
  const { consoleOrigin } = env();
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead && request.headers.get("origin") !== consoleOrigin) return refuseForeign(consoleOrigin);
  if (!isRead && isLong(request)) return new NextResponse(null, { status: 413 });
  const elsewhere = toOwnLoopbackName(request, consoleOrigin);
  if (elsewhere) return leadTo(elsewhere);
  if (addressHoldsCard(request.nextUrl)) return withoutCard(request);

  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, ownPath(request));
  const response = NextResponse.next({ request: { headers } });
  if (isEndedSession(request)) response.headers.set(...clearCache);
  return response;
}

export const config = {
  matcher: [
    {
      // Route handlers set their own headers, and an upload must not be buffered here.
      source: "/((?!api/|_next/static|_next/image|favicon.ico).*)",
      // A payment is spared the way round here.
      missing: [{ type: "header", key: "next-action" }],
    },
    {
      // Next would answer a foreign Origin with a bare 500 and write several lines to the log. See foreign-origin.ts.
      source: "/((?!api/|_next/static|_next/image|favicon.ico).*)",
      has: [{ type: "header", key: "x-foreign-origin" }],
    },
  ],
};

/** Next shows the text of a plain answer to the page that sent the action. */
function refuseForeign(consoleOrigin: string): NextResponse {
  const headers = { "content-type": "text/plain", "cache-control": "no-store" };
  return new NextResponse(`${foreignOriginProblem(consoleOrigin)}\n`, { status: 403, headers });
}

/** A page's form without scripts holds a few fields, and its length is declared. */
function isLong(request: NextRequest): boolean {
  return !(Number(request.headers.get("content-length") ?? Number.NaN) <= 16 * 1024);
}

/** Leads to the list that the address is of, which explains why: no page reads such an address, and none keeps it. */
function withoutCard(request: NextRequest): NextResponse {
  const [, place = ""] = request.nextUrl.pathname.split("/");
  const list = new URL(`/${place}`, request.nextUrl);
  const to = addressHoldsCard(list) ? new URL(paths.charge(), list) : list;
  to.search = new URLSearchParams(paths.cardRefused).toString();
  return NextResponse.redirect(to);
}

/** The sign-in with a cookie of a session: a user with one that still counts is led on from there, so it has ended. */
const isEndedSession = ({ nextUrl, headers, cookies }: NextRequest) =>
  nextUrl.pathname === paths.signIn() &&
  headers.get("sec-fetch-dest") === "document" &&
  cookies.has(cookie("session").name);

function ownPath(request: NextRequest): string {
  const query = new URLSearchParams(request.nextUrl.searchParams);
  query.delete("_rsc");
  return `${request.nextUrl.pathname}${query.size > 0 ? `?${query}` : ""}`;
}

/** Opened as 127.0.0.1 a console at localhost would refuse every form, since their Origin differs: it is led there. */
function toOwnLoopbackName(request: NextRequest, consoleOrigin: string): URL | undefined {
  const own = new URL(consoleOrigin);
  const host = request.headers.get("host");
  if (request.method !== "GET" || own.hostname !== "localhost" || host !== `127.0.0.1:${own.port}`)
    return undefined;
  return new URL(`${request.nextUrl.pathname}${request.nextUrl.search}`, own);
}

/** Next takes the two names for one host and makes a redirect between them relative, which leads round in a circle. */
function leadTo(url: URL): NextResponse {
  const headers = { refresh: `0; url=${url.href}`, "content-type": "text/plain; charset=utf-8" };
  return new NextResponse(`This console is at ${url.origin}\n`, { headers });
}
