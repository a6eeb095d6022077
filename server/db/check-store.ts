import { log } from "#server/log.ts";
import { storeTrouble } from "#server/sql/store-trouble.ts";
import { db } from "./db.ts";
import { probeStore } from "./probe-store.ts";

/** "ok" while the store takes writes, else what is wrong with it. However often it is asked, it writes once a second. */
export async function checkStore(): Promise<string> {
  if (Date.now() - latest.at > REUSED_MS) latest = { at: Date.now(), status: probe() };
  return await latest.status;
}

async function probe(): Promise<string> {
  try {
    await probeStore(db());
    return "ok";
  } catch (error) {
    log.error({ err: error }, "the store takes no writes");
    const trouble = storeTrouble(error);
    return trouble ? words[trouble] : "database does not answer";
  }
}

const words = { full: "disk full", readOnly: "database is read-only" } as const;
const REUSED_MS = 1000;
let latest = { at: 0, status: Promise.resolve("ok") };
