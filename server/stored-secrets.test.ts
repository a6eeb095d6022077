import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIN_PASSWORD_LENGTH } from "#server/auth/sign-in/password.ts";
import {
  provideDataKey,
  storedAuthSecret,
  storedDataKey,
  storedDemoPassword,
  storedWebhookKey,
} from "./stored-secrets.ts";

describe("the demo's secrets", () => {
  let dataDir = "";
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "console-secrets-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("stay the same over restarts, so that users stay signed in", () => {
    expect(storedAuthSecret(dataDir)).toBe(storedAuthSecret(dataDir));
    expect(storedAuthSecret(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(storedDemoPassword(dataDir, undefined)).toBe(storedDemoPassword(dataDir, undefined));
  });

  it("sign events with the same key after a restart, so that pending deliveries are accepted", () => {
    expect(storedWebhookKey(dataDir)).toBe(storedWebhookKey(dataDir));
    expect(storedWebhookKey(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(storedWebhookKey(dataDir)).not.toBe(storedAuthSecret(dataDir));
  });

  it("include a data key that stays the same after a restart", () => {
    expect(storedDataKey(dataDir)).toBe(storedDataKey(dataDir));
    expect(storedDataKey(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(storedDataKey(dataDir)).not.toBe(storedAuthSecret(dataDir));
  });

  it("give a process their data key, but none where a setting or a real gateway asks for its own", () => {
    const demo: NodeJS.ProcessEnv = { NODE_ENV: "test" };
    provideDataKey(dataDir, demo);
    expect(demo.CONSOLE_DATA_KEY).toBe(storedDataKey(dataDir));
    for (const setting of ["GATEWAY_URL", "CONSOLE_DATA_KEY", "CONSOLE_DATA_KEY_FILE"]) {
      const given: NodeJS.ProcessEnv = { NODE_ENV: "test", [setting]: "given" };
      provideDataKey(dataDir, given);
      expect(given).toEqual({ NODE_ENV: "test", [setting]: "given" });
    }
  });

  it("are generated again for another folder", () => {
    const other = join(dataDir, "other");
    expect(storedAuthSecret(other)).not.toBe(storedAuthSecret(dataDir));
    expect(storedDemoPassword(other, undefined)).not.toBe(storedDemoPassword(dataDir, undefined));
  });

  it("include a password that can be read aloud and is long enough", () => {
    const password = storedDemoPassword(dataDir, undefined);
    expect(password).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
    expect(password.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
  });

  it("follow DEMO_PASSWORD when it changes, and keep it when it is left out again", () => {
    storedDemoPassword(dataDir, undefined);
    expect(storedDemoPassword(dataDir, "one-given-password")).toBe("one-given-password");
    expect(storedDemoPassword(dataDir, undefined)).toBe("one-given-password");
  });

  it("can be read only by the owner of the folder", () => {
    storedAuthSecret(dataDir);
    storedDemoPassword(dataDir, undefined);
    storedWebhookKey(dataDir);
    storedDataKey(dataDir);
    for (const name of ["auth-secret", "data-key", "demo-password", "webhook-key"])
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  });
});
