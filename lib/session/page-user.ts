/**
 * The request header that carries the id of the user a page was made for. Tabs share cookies, so the cookie alone names
 * the last user to sign in, not the user whose page this is.
 */
export const PAGE_USER_HEADER = "x-console-user";

/** What GET /api/console/session returns: who is signed in to this browser now. */
export type SessionUser = {
  id: string;
  name: string;
  isLocked: boolean;
  /** The password was given lately: sensitive acts do not ask for it again. */
  isProved: boolean;
};

/** Adds the page's user to the headers of a request. `undefined`: the page has no user. */
export function withPageUser(headers: HeadersInit | undefined, userId: string | undefined): Headers {
  const result = new Headers(headers);
  if (userId) result.set(PAGE_USER_HEADER, userId);
  return result;
}
