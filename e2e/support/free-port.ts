import { randomInt } from "node:crypto";
import { isFree } from "#server/http/is-free.ts";

/**
 * A port that is currently free. It is below those that the system gives to outgoing connections (Linux: from 32768, others: from 49152), so
 * that none takes it before the server listens, or while it is restarted.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(16_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error("No free port was found.");
}
