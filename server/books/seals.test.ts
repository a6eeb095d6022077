import { afterEach, expect, it, vi } from "vitest";
import { setUpSettings } from "./drawer/test-drawer.ts";

afterEach(() => vi.unstubAllEnvs());

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
