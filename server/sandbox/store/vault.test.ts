import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anySigns } from "#lib/random-tests.ts";
import { openVault } from "./vault.ts";

const vault = openVault(randomBytes(32));

test("encrypted text decrypts to the original and is different every time", () => {
  fc.assert(
    fc.property(anySigns(200), (text) => {
      const encrypted = vault.encrypt(text);
      expect(vault.decrypt(encrypted)).toBe(text);
      expect(vault.encrypt(text)).not.toBe(encrypted);
    }),
  );
});

test("another key or a changed byte cannot be opened", () => {
  const encrypted = vault.encrypt("4000100011112224");
  expect(() => openVault(randomBytes(32)).decrypt(encrypted)).toThrow();
  const bytes = Buffer.from(encrypted, "base64");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => vault.decrypt(bytes.toString("base64"))).toThrow();
});

test("a fingerprint is HMAC-SHA-256 with the derived key", () => {
  const key = Buffer.alloc(32, 7);
  const digesting = Buffer.from(hkdfSync("sha256", key, "", "sandbox fingerprint", 32));
  fc.assert(
    fc.property(anySigns(200), (text) => {
      const known = createHmac("sha256", digesting).update(text).digest("base64url");
      expect(openVault(key).fingerprint(text)).toBe(known);
    }),
  );
});

test("a fingerprint is the same for the same number, and different for another key", () => {
  expect(vault.fingerprint("1")).toBe(vault.fingerprint("1"));
  expect(vault.fingerprint("1")).not.toBe(vault.fingerprint("2"));
  expect(openVault(randomBytes(32)).fingerprint("1")).not.toBe(vault.fingerprint("1"));
});
