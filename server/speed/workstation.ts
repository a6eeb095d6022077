import "server-only";
import { cookies } from "next/headers";
import { cookie } from "#server/auth/session/session-cookie.ts";
import { nameBrowser } from "./name-browser.ts";

/** A short name of the browser that asks. Undefined for a browser without a sign-in. */
export async function workstation(): Promise<string | undefined> {
  const id = (await cookies()).get(cookie("browser").name)?.value;
  return id ? nameBrowser(id) : undefined;
}
