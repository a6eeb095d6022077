import { checkStore } from "#server/db/check-store.ts";
import { guarded } from "#server/route.ts";

export const dynamic = "force-dynamic";

/**
 * For monitoring: 200 while the store takes writes, else 503 with what is wrong with it. Reveals nothing else and needs no
 * sign-in.
 */
export async function GET(): Promise<Response> {
  const status = await checkStore();
  return guarded(Response.json({ status }, { status: status === "ok" ? 200 : 503 }));
}
