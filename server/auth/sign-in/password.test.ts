import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import { TooBusy } from "./take-turns.ts";

describe("a password", () => {
  it("is hashed with argon2id at OWASP's cost and a fresh salt, and only the right one matches", async () => {
    const [first, second] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword("correct horse", first)).toBe(true);
    expect(await verifyPassword("correct horsf", first)).toBe(false);
    expect(await verifyPassword("", first)).toBe(false);
  });

  it("still matches when it was hashed at another cost", async () => {
    const reference =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword("password", reference)).toBe(true);
    expect(await verifyPassword("Password", reference)).toBe(false);
    expect(isOutdated(reference)).toBe(true);
    expect(isOutdated(await hashPassword("password"))).toBe(false);
  });

  it("matches when another keyboard composes its accents differently", async () => {
    expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it("is hashed two at a time however many come at once; what would wait too long is refused", async () => {
    let running = 0;
    let most = 0;
    const real = crypto.argon2;
    const argon2 = vi.spyOn(crypto, "argon2").mockImplementation((algorithm, cost, done) => {
      most = Math.max(most, ++running);
      real(algorithm, { ...cost, memory: 8, passes: 1 }, (error, tag) => {
        running--;
        done(error, tag);
      });
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      argon2.mockRestore();
      syncBuiltinESMExports();
    });
    const hash = await hashPassword("something else");
    const flood = Array.from({ length: 300 }, () => verifyPassword("anything", hash));
    const outcomes = await Promise.allSettled(flood);
    expect(most).toBe(2);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(300 - 2 - 100);
    expect(refused.every(({ reason }) => reason instanceof TooBusy)).toBe(true);
    expect(await verifyPassword("something else", hash)).toBe(true);
  });

  it("never matches for an unknown user, who costs the same hashing", async () => {
    const hash = await hashPassword("something else");
    await verifyPassword("anything", undefined);
    const argon2 = vi.spyOn(crypto, "argon2");
    syncBuiltinESMExports();
    onTestFinished(() => {
      argon2.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await verifyPassword("anything", undefined)).toBe(false);
    expect(await verifyPassword("anything", hash)).toBe(false);
    const costs = argon2.mock.calls.map(([algorithm, { nonce: _nonce, ...cost }]) => [algorithm, cost]);
    expect(costs).toHaveLength(2);
    expect(costs[0]).toEqual(costs[1]);
  });
});
