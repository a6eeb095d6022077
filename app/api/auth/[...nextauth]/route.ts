import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#server/auth/auth-options.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { readUpTo } from "#server/read-up-to.ts";
import { guarded, refusal } from "#server/route.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** The next-auth routes that the console uses; `signin` and `error` redirect to our own page. */
const served = { GET: ["csrf", "session", "signin", "error"], POST: ["callback", "signout"] };

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  if (!hasGoodReturn(request)) return guarded(new Response(null, { status: 400 }));
  return guarded(
    (await isServed("GET", context)) ? await NextAuth(request, context, authOptions()) : notFound(),
  );
}

/**
 * Signs in and out. Besides next-auth's CSRF token, the request must come from one of our pages. It needs no session,
 * so its body is limited to the size of a sign-in.
 */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const origin = await requireOwnOrigin();
  if (!origin.ok) return refusal(403, origin.problem);
  if (!(await isServed("POST", context))) return guarded(notFound());
  if (!hasGoodReturn(request)) return guarded(new Response(null, { status: 400 }));
  // The only content type the form sends; next-auth would fail on invalid JSON.
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return guarded(new Response(null, { status: 415 }));
  const body = await readUpTo(request, maxBytes);
  if (body === "too-long") return guarded(new Response(null, { status: 413 }));
  if (body === "broken-off") return guarded(new Response(null, { status: 400 }));
  const { url, headers } = request;
  const small = new NextRequest(url, { method: "POST", headers, body: new Uint8Array(body) });
  return guarded(await NextAuth(small, context, authOptions()));
}

/** next-auth calls an address that it can't read an error of the server. Where it leads is checked when it is followed. */
function hasGoodReturn({ nextUrl }: NextRequest): boolean {
  const to = nextUrl.searchParams.get("callbackUrl");
  if (!to) return true;
  const base = to.startsWith("/") ? nextUrl.origin : undefined;
  return URL.canParse(to, base) && /^https?:$/.test(new URL(to, base).protocol);
}

/** An email, a password and two tokens. */
const maxBytes = 8 * 1024;

async function isServed(method: keyof typeof served, context: Context): Promise<boolean> {
  const [action = ""] = (await context.params).nextauth;
  return served[method].includes(action);
}

const notFound = () => new Response(null, { status: 404 });
