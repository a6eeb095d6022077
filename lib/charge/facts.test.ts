import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.mock("zod", () => {
  throw new Error("zod was loaded");
});
// Other test files share the modules that a worker has loaded.
beforeAll(() => vi.resetModules());
afterAll(() => vi.resetModules());

test("a browser checks a payment without the schemas of the server", async () => {
  await expect(import("./form.ts")).rejects.toThrow();
  const { validateCharge } = await import("./rules.ts");
  const { emptyCharge, inUse } = await import("./fields/values.ts");
  const checked = validateCharge(inUse(emptyCharge("form-number-000000000001")), "2026-11");
  expect(!checked.ok && [...checked.problems.keys()].sort()).toEqual([
    "amount",
    "card.expiration",
    "card.number",
  ]);
  await expect(import("../forms/follow-up-form.ts")).rejects.toThrow();
  const { followUpForms } = await import("../forms/follow-up.ts");
  expect(followUpForms.void.amount).toBe("none");
});
