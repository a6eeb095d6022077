import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIN_PASSWORD_LENGTH } from "#server/auth/password.ts";
import { keptAuthSecret, keptDataKey, keptDemoPassword, keptWebhookKey } from "./kept-secrets.ts";

describe("the demo's secrets", () => {
  let dataDir = "";
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "console-secrets-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("stay the same over restarts, so that nobody is signed out", () => {
    expect(keptAuthSecret(dataDir)).toBe(keptAuthSecret(dataDir));
    expect(keptAuthSecret(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(keptDemoPassword(dataDir, undefined)).toBe(keptDemoPassword(dataDir, undefined));
  });

  it("sign events the same way after a restart, so that what is still to be delivered is taken", () => {
    expect(keptWebhookKey(dataDir)).toBe(keptWebhookKey(dataDir));
    expect(keptWebhookKey(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(keptWebhookKey(dataDir)).not.toBe(keptAuthSecret(dataDir));
  });

  it("include a data key of their own, the same after a restart", () => {
    expect(keptDataKey(dataDir)).toBe(keptDataKey(dataDir));
    expect(keptDataKey(dataDir).length).toBeGreaterThanOrEqual(32);
    expect(keptDataKey(dataDir)).not.toBe(keptAuthSecret(dataDir));
  });

  it("are made anew for another folder", () => {
    const other = join(dataDir, "other");
    expect(keptAuthSecret(other)).not.toBe(keptAuthSecret(dataDir));
    expect(keptDemoPassword(other, undefined)).not.toBe(keptDemoPassword(dataDir, undefined));
  });

  it("include a password that can be read aloud and is long enough", () => {
    const password = keptDemoPassword(dataDir, undefined);
    expect(password).toMatch(/^([a-z]{4}-){3}[a-z]{4}$/);
    expect(password.length).toBeGreaterThanOrEqual(MIN_PASSWORD_LENGTH);
  });

  it("follow DEMO_PASSWORD when it changes, and keep it when it is left out again", () => {
    keptDemoPassword(dataDir, undefined);
    expect(keptDemoPassword(dataDir, "one-given-password")).toBe("one-given-password");
    expect(keptDemoPassword(dataDir, undefined)).toBe("one-given-password");
  });

  it("can be read by nobody but the owner of the folder", () => {
    keptAuthSecret(dataDir);
    keptDemoPassword(dataDir, undefined);
    keptWebhookKey(dataDir);
    keptDataKey(dataDir);
    for (const name of ["auth-secret", "data-key", "demo-password", "webhook-key"])
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  });
});
