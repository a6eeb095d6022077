import type { APIRequestContext } from "@playwright/test";
import type { Right } from "#lib/permissions.ts";

/** Whether the console leads this user from a page to "You don't have access" for want of this right. Loads no page: a redirect, or one in the HTML. */
export async function isRefused(request: APIRequestContext, path: string, right: Right): Promise<boolean> {
  const answer = await request.get(path, { maxRedirects: 0 });
  if (answer.status() >= 400) throw new Error(`${path} answers ${answer.status()}.`);
  return `${answer.headers().location ?? ""} ${await answer.text()}`.includes(`/no-access?right=${right}`);
}
