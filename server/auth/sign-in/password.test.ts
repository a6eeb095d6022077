import { describe, expect, it } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import { ServerBusyError } from "./take-turns.ts";
import { hashCheaply } from "./test-cheap-hashing.ts";

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
    // Of the tests of Argon2's reference implementation.
    const reference = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
    expect(await verifyPassword("password", reference)).toBe(true);
    expect(await verifyPassword("Password", reference)).toBe(false);
    expect(isOutdated(reference)).toBe(true);
    expect(isOutdated(await hashPassword("password"))).toBe(false);
  });

  it("matches when another keyboard composes its accents differently", async () => {
    hashCheaply();
    expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it("is hashed two at a time however many come at once; what would wait too long is refused", async () => {
    const { maxAtOnce } = hashCheaply();
    const hash = await hashPassword("something else");
    const flood = Array.from({ length: 300 }, () => verifyPassword("anything", hash));
    const outcomes = await Promise.allSettled(flood);
    expect(maxAtOnce()).toBe(2);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(300 - 2 - 100);
    expect(refused.every(({ reason }) => reason instanceof ServerBusyError)).toBe(true);
    expect(await verifyPassword("something else", hash)).toBe(true);
  });

  it("never matches for an unknown user, who costs the same hashing", async () => {
    const { costs } = hashCheaply();
    const hash = await hashPassword("something else");
    await verifyPassword("anything", undefined);
    costs.length = 0;
    expect(await verifyPassword("anything", undefined)).toBe(false);
    expect(await verifyPassword("anything", hash)).toBe(false);
    expect(costs).toHaveLength(2);
    expect(costs[0]).toEqual(costs[1]);
  });
});
