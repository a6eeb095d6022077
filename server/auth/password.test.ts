import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

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
  });

  it("matches when another keyboard composes its accents differently", async () => {
    expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it("never matches for an unknown user, and takes the same time", async () => {
    await verifyPassword("anything", undefined);
    const before = performance.now();
    expect(await verifyPassword("anything", undefined)).toBe(false);
    const forNobody = performance.now() - before;
    const hash = await hashPassword("something else");
    const start = performance.now();
    await verifyPassword("anything", hash);
    expect(forNobody).toBeGreaterThan((performance.now() - start) / 4);
  });
});
