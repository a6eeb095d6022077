import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "#server/auth/auth-options.ts";
import { requireOwnOrigin } from "#server/auth/guard.ts";
import { guarded, refusal } from "#server/route.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Of next-auth's addresses only what the console uses; `signin` and `error` lead to our own page. */
const served = { GET: ["csrf", "session", "signin", "error"], POST: ["callback", "signout"] };

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  return guarded(
    (await isServed("GET", context)) ? await NextAuth(request, context, authOptions()) : notFound(),
  );
}

/** Signs in and out. Beside next-auth's own token, the request has to come from a page of ours. */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const origin = await requireOwnOrigin();
  if (!origin.ok) return refusal(403, origin.problem);
  return guarded(
    (await isServed("POST", context)) ? await NextAuth(request, context, authOptions()) : notFound(),
  );
}

async function isServed(method: keyof typeof served, context: Context): Promise<boolean> {
  const [action = ""] = (await context.params).nextauth;
  return served[method].includes(action);
}

const notFound = () => new Response(null, { status: 404 });
