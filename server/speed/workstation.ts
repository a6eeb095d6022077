import "server-only";
import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import { cookie } from "#server/auth/session-cookie.ts";

/**
 * A short name of the browser that asks: eight hexadecimal digits of a digest of its id that nothing else uses, so that
 * it leads to no user. Undefined for a browser without a sign-in.
 */
export async function workstation(): Promise<string | undefined> {
  const id = (await cookies()).get(cookie("browser").name)?.value;
  return id ? createHash("sha256").update(`workstation\n${id}`).digest("hex").slice(0, 8) : undefined;
}
