import { Hono } from "hono";
import type { SandboxEnv } from "./app.ts";
import { clientAddress } from "./client-address.ts";
import { Refusal } from "./refusal.ts";

/** The contract's two addresses for trying out limits; neither needs a signature. */
export function testAddresses(): Hono<SandboxEnv> {
  const firstSeen = new Map<string, number>();
  const app = new Hono<SandboxEnv>();
  // The second request of a minute that the first began.
  app.all("/RATELIMT/_", (c) => {
    const caller = clientAddress(c.env.incoming.socket);
    const since = performance.now() - (firstSeen.get(caller) ?? Number.NEGATIVE_INFINITY);
    if (since < 60_000) throw new Refusal("rateLimit");
    if (firstSeen.size > 1000) firstSeen.clear();
    firstSeen.set(caller, performance.now());
    return c.json({ status: "success" });
  });
  app.all("/IPACCESS/_", () => {
    throw new Refusal("blockedIp");
  });
  return app;
}
