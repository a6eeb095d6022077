import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#server/auth/auth-options.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { readUpTo } from "#server/read-up-to.ts";
import { guarded, refusal } from "#server/route.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Of next-auth's addresses only what the console uses; `signin` and `error` lead to our own page. */
const served = { GET: ["csrf", "session", "signin", "error"], POST: ["callback", "signout"] };

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  return guarded(
    (await isServed("GET", context)) ? await NextAuth(request, context, authOptions()) : notFound(),
  );
}

/**
 * Signs in and out. Beside next-auth's own token, the request has to come from a page of ours. Anybody can send one, so
 * that no more of it is read than a sign-in needs.
 */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const origin = await requireOwnOrigin();
  if (!origin.ok) return refusal(403, origin.problem);
  if (!(await isServed("POST", context))) return guarded(notFound());
  // As both the form and its script send it; next-auth would fail on JSON that is none.
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return guarded(new Response(null, { status: 415 }));
  const body = await readUpTo(request, mostBytes);
  if (body === "too-long") return guarded(new Response(null, { status: 413 }));
  if (body === "broken-off") return guarded(new Response(null, { status: 400 }));
  const { url, headers } = request;
  const small = new NextRequest(url, { method: "POST", headers, body: new Uint8Array(body) });
  return guarded(await NextAuth(small, context, authOptions()));
}

/** An email, a password and two tokens. */
const mostBytes = 8 * 1024;

async function isServed(method: keyof typeof served, context: Context): Promise<boolean> {
  const [action = ""] = (await context.params).nextauth;
  return served[method].includes(action);
}

const notFound = () => new Response(null, { status: 404 });
