import type { Sandbox } from "./context.ts";
import { type Answer, jsonAnswer } from "./http/answer.ts";
import { Refusal } from "./refusal.ts";
import { admitTestCall } from "./store/test-calls.ts";

type TestAddress = (sandbox: Sandbox, caller: string) => Promise<Answer>;

/** One of the contract's two addresses below `/api/` for trying out limits, by any method; neither needs a signature. */
export function findTestAddress(segments: readonly string[]): TestAddress | undefined {
  const [, key = "", rest] = segments;
  return rest === "_" && segments.length === 3 ? testAddresses.get(key) : undefined;
}

const testAddresses: ReadonlyMap<string, TestAddress> = new Map([
  // The second request of a minute that the first began.
  ["RATELIMT", tryLimit],
  ["IPACCESS", tryAddress],
]);

async function tryLimit({ store }: Sandbox, caller: string): Promise<Answer> {
  if (!(await store.transact((db) => admitTestCall(db, caller)))) throw new Refusal("rateLimit");
  return jsonAnswer({ status: "success" });
}

async function tryAddress(): Promise<Answer> {
  throw new Refusal("blockedIp");
}
