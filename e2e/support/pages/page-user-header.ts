import type { APIRequestContext } from "@playwright/test";
import { paths } from "#lib/paths.ts";
import { PAGE_USER_HEADER, type SessionUser } from "#lib/session/page-user.ts";

/** The header that a page of the signed-in user sends with every action; empty when no user is signed in. */
export async function pageUserHeader(request: APIRequestContext): Promise<Record<string, string>> {
  const answer = await request.get(paths.api.session());
  if (!answer.ok()) return {};
  const { id } = (await answer.json()) as SessionUser; // our own route
  return { [PAGE_USER_HEADER]: id };
}
