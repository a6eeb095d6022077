import type { NextRequest } from "next/server";
import { paths } from "#lib/paths.ts";
import { startOidcSignIn, startOidcUnlock } from "#server/auth/oidc/sign-in.ts";
import { guarded, isFromElsewhere } from "#server/route.ts";

/** Sends the browser to the OpenID provider, if there is one. A page of another site can't make it sign in. */
export async function GET(request: NextRequest): Promise<Response> {
  const { searchParams } = request.nextUrl;
  const from = searchParams.get("from") ?? undefined;
  const start = searchParams.has("unlock") ? startOidcUnlock : startOidcSignIn;
  const location = isFromElsewhere(request) ? paths.signIn() : await start(from);
  return guarded(new Response(null, { status: 303, headers: { location } }));
}
