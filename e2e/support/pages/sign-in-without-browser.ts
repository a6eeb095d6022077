import { PAGE_USER_HEADER, type SessionUser } from "#lib/session/page-user.ts";

/**
 * Signs in by plain requests, for programs without a browser: see `sign-in.ts` for those with one. Returns the headers that the
 * user's page sends with every request: the cookies, and whose page it is.
 */
export async function signInWithoutBrowser(
  origin: string,
  email: string,
  password: string,
): Promise<Record<string, string> & { cookie: string }> {
  const first = await fetch(`${origin}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string }; // next-auth always names it
  const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie: cookiesOf(first) },
    body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
  });
  const cookie = cookiesOf(answer);
  const session = await fetch(`${origin}/api/console/session`, { headers: { cookie } });
  if (!session.ok) throw new Error(`${email} could not sign in: ${answer.status}`);
  const { id } = (await session.json()) as SessionUser; // our own route
  return { cookie, [PAGE_USER_HEADER]: id };
}

/** The cookies that an answer sets, as the next request sends them. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
