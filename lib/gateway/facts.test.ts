import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.mock("zod", () => {
  throw new Error("zod was loaded");
});
// Other test files share the modules that a worker has loaded.
beforeAll(() => vi.resetModules());
afterAll(() => vi.resetModules());

test("facts about commands and states load in the browser without request schemas", async () => {
  await expect(import("./schemas/command-requests.ts")).rejects.toThrow();
  const { commands } = await import("./commands.ts");
  const { whyNotOffered } = await import("./transaction-state.ts");
  const { phaseOf } = await import("../payments/transaction-labels.ts");
  expect([commands.void.label, phaseOf({ trantype_code: "A" })]).toEqual(["Void", "authorized"]);
  expect(whyNotOffered("refund", { kind: "sale", phase: "authorized" })).toMatch(/void the authorization/);
});
