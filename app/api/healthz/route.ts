import { db } from "#server/db/db.ts";
import { probeStore } from "#server/db/probe-store.ts";
import { log } from "#server/log.ts";
import { guarded } from "#server/route.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";

export const dynamic = "force-dynamic";

/**
 * For monitoring: 200 while the store takes writes, else 503 with what is wrong with it. Reveals nothing else and needs no
 * sign-in, so however often it is asked, it writes once a second.
 */
export async function GET(): Promise<Response> {
  if (Date.now() - latest.at > REUSED_MS) latest = { at: Date.now(), status: probe() };
  const status = await latest.status;
  return guarded(Response.json({ status }, { status: status === "ok" ? 200 : 503 }));
}

async function probe(): Promise<string> {
  try {
    await probeStore(db());
    return "ok";
  } catch (error) {
    log.error({ err: error }, "the store takes no writes");
    const trouble = storeTrouble(error);
    return trouble ? words[trouble] : "store does not answer";
  }
}

const words = { full: "disk full", readOnly: "store is read-only" } as const;
const REUSED_MS = 1000;
let latest = { at: 0, status: Promise.resolve("ok") };
