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
async function withKeys(current: string, old?: string): Promise<typeof import("./record-macs.ts")> {
  setUpSettings();
  vi.stubEnv("CONSOLE_DATA_KEY", current.repeat(40));
  vi.stubEnv("CONSOLE_DATA_KEY_OLD", old?.repeat(40));
  vi.resetModules();
  return await import("./record-macs.ts");
}

it("a MAC holds for its contents and its kind of record only", async () => {
  const { checkMac, macOf } = await withKeys("a");
  const mac = await macOf("signed day", "figures");
  expect(await checkMac("signed day", "figures", mac)).toBe("intact");
  expect(await checkMac("signed day", "figures ", mac)).toBe("changed");
  expect(await checkMac("drawer report", "figures", mac)).toBe("changed");
  expect(await checkMac("signed day", "figures", "v1.x")).toBe("changed");
});

it("a MAC of an earlier data key holds while that key is set, and can't be checked afterwards", async () => {
  const mac = await (await withKeys("a")).macOf("signed day", "figures");
  const { checkMac } = await withKeys("b", "a");
  expect(await checkMac("signed day", "figures", mac)).toBe("intact");
  expect(await checkMac("signed day", "other", mac)).toBe("changed");
  const later = await withKeys("b");
  expect(await later.checkMac("signed day", "figures", mac)).toBe("otherKey");
});
