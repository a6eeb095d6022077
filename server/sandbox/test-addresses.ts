import type { Sandbox } from "./context.ts";
import { type Answer, jsonAnswer } from "./http/answer.ts";
import { Refusal } from "./refusal.ts";
import { admitTestCall } from "./store/test-calls.ts";

/** The contract's two addresses below `/api/` for trying out limits, by any method; neither needs a signature. */
export const testAddresses: ReadonlyMap<string, (sandbox: Sandbox, caller: string) => Promise<Answer>> =
  new Map([
    // The second request of a minute that the first began.
    ["RATELIMT/_", tryLimit],
    ["IPACCESS/_", tryAddress],
  ]);

async function tryLimit({ store }: Sandbox, caller: string): Promise<Answer> {
  if (!(await store.transact((db) => admitTestCall(db, caller)))) throw new Refusal("rateLimit");
  return jsonAnswer({ status: "success" });
}

async function tryAddress(): Promise<Answer> {
  throw new Refusal("blockedIp");
}
