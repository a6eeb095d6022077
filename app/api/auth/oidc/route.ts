import type { NextRequest } from "next/server";
import { paths } from "#lib/paths.ts";
import { startOidcSignIn } from "#server/auth/oidc/sign-in.ts";
import { guarded, isFromElsewhere } from "#server/route.ts";

/** Sends the browser to the OpenID provider, if there is one. A page of another site can't make it sign in. */
export async function GET(request: NextRequest): Promise<Response> {
  const from = request.nextUrl.searchParams.get("from") ?? undefined;
  const location = isFromElsewhere(request) ? paths.signIn() : await startOidcSignIn(from);
  return guarded(new Response(null, { status: 303, headers: { location } }));
}
