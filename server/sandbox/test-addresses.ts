import { Hono } from "hono";
import type { SandboxEnv } from "./app.ts";
import { clientAddress } from "./client-address.ts";
import type { Sandbox } from "./context.ts";
import { Refusal } from "./refusal.ts";
import { admitTestCall } from "./store/test-calls.ts";

/** The contract's two addresses for trying out limits; neither needs a signature. */
export function testAddresses({ store }: Pick<Sandbox, "store">): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  // The second request of a minute that the first began.
  app.all("/RATELIMT/_", async (c) => {
    const caller = clientAddress(c.env.incoming.socket);
    if (!(await store.transact((db) => admitTestCall(db, caller)))) throw new Refusal("rateLimit");
    return c.json({ status: "success" });
  });
  app.all("/IPACCESS/_", () => {
    throw new Refusal("blockedIp");
  });
  return app;
}
