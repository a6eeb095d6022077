import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setUpSettings } from "./drawer/test-drawer.ts";

/** Each copy of the modules stretches its keys again, here at the lowest cost. */
beforeEach(() => {
  const real = crypto.scrypt;
  vi.spyOn(crypto, "scrypt").mockImplementation((key, salt, length, _cost, done) =>
    real(key, salt, length, { N: 2, r: 1, p: 1 }, done),
  );
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** The settings are read once for each copy of the modules. */
async function withKeys(current: string, old?: string): Promise<typeof import("./seals.ts")> {
  setUpSettings();
  vi.stubEnv("CONSOLE_DATA_KEY", current.repeat(40));
  vi.stubEnv("CONSOLE_DATA_KEY_OLD", old?.repeat(40));
  vi.resetModules();
  return await import("./seals.ts");
}

it("a seal holds for its contents and its kind of record only", async () => {
  const { checkSeal, sealOf } = await withKeys("a");
  const seal = await sealOf("signed day", "figures");
  expect(await checkSeal("signed day", "figures", seal)).toBe("intact");
  expect(await checkSeal("signed day", "figures ", seal)).toBe("changed");
  expect(await checkSeal("drawer report", "figures", seal)).toBe("changed");
  expect(await checkSeal("signed day", "figures", "v1.x")).toBe("changed");
});

it("a seal of an earlier data key holds while that key is set, and can't be checked afterwards", async () => {
  const seal = await (await withKeys("a")).sealOf("signed day", "figures");
  const { checkSeal } = await withKeys("b", "a");
  expect(await checkSeal("signed day", "figures", seal)).toBe("intact");
  expect(await checkSeal("signed day", "other", seal)).toBe("changed");
  const later = await withKeys("b");
  expect(await later.checkSeal("signed day", "figures", seal)).toBe("otherKey");
});
