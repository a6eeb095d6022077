import type { NextRequest } from "next/server";
import { finishOidcSignIn } from "#server/auth/oidc/sign-in.ts";
import { guarded } from "#server/route.ts";

/** Where the OpenID provider sends the browser back to, with a code or an error. */
export async function GET(request: NextRequest): Promise<Response> {
  const location = await finishOidcSignIn(request.nextUrl.search);
  return guarded(new Response(null, { status: 303, headers: { location } }));
}
