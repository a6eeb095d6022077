import { encode } from "next-auth/jwt";
import { afterEach, expect, it, vi } from "vitest";
import { applyTestSettings } from "#server/test-settings.ts";

afterEach(() => vi.unstubAllEnvs());

const old = "o".repeat(40);

/** As a console that was started with these secrets. */
async function withSecrets(current: string, other?: string): Promise<typeof import("./session-cookie.ts")> {
  applyTestSettings();
  vi.stubEnv("AUTH_SECRET", current);
  vi.stubEnv("AUTH_SECRET_OLD", other);
  vi.resetModules();
  return await import("./session-cookie.ts");
}

const cookieUnder = (secret: string) => encode({ token: { sid: "the-session" }, secret });

it("session cookies of the old secret are accepted while it is being changed, and no longer once it is removed", async () => {
  const both = await withSecrets("n".repeat(40), old);
  expect(await both.readSessionId(await cookieUnder(old))).toBe("the-session");
  expect(await both.readSessionId(await cookieUnder("n".repeat(40)))).toBe("the-session");
  expect(await both.readSessionId(await cookieUnder("x".repeat(40)))).toBeNull();
  const later = await withSecrets("n".repeat(40));
  expect(await later.readSessionId(await cookieUnder(old))).toBeNull();
});
