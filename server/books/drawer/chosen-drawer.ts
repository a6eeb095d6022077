import "server-only";
import { cookies } from "next/headers";
import { cookie } from "#server/auth/session/session-cookie.ts";
import { env } from "#server/env.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** The drawer of the browser that sent this request; the only one of a store that has one. Undefined while none of several was chosen. */
export async function chosenDrawer(): Promise<string | undefined> {
  const { cashDrawers } = env();
  if (cashDrawers.length === 1) return cashDrawers[0];
  const chosen = (await cookies()).get(cookie("drawer").name)?.value;
  return cashDrawers.find((name) => name === chosen);
}

/** Keeps the drawer that this browser works at. In an action or route handler only. */
export async function keepDrawer(name: string): Promise<void> {
  const { name: key, options } = cookie("drawer");
  (await cookies()).set(key, name, { ...options, maxAge: yearSeconds });
}
