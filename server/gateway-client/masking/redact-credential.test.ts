import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { authorization } from "#lib/gateway/signature.ts";
import { redactCredential } from "./redact-credential.ts";

const key = "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7";
const seed = "a+b/c?d~efghijkl";
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const header = authorization(key, "123456", seed, sha256);
const credential = atob(header.slice(6));
const hash = credential.slice(-64);

test.each<[string, string]>([
  ["the header", header],
  ["the header without its padding", header.replace(/=+$/, "")],
  ["the header with PHP's escapes", header.replaceAll("/", "\\/")],
  ["the header in an address", encodeURIComponent(header)],
  ["the credential", credential],
  ["the credential as a JSON string", JSON.stringify({ credential })],
  ["the credential in an address, twice", encodeURIComponent(encodeURIComponent(credential))],
  ["the credential in capitals", credential.toUpperCase()],
  ["the credential in hexadecimal", Buffer.from(credential).toString("hex")],
  ["the key alone", `key ${key}!`],
  ["the hash alone", `hash ${hash}!`],
])("an answer that repeats %s loses it", (_, text) => {
  const left = redactCredential(`{"error":"Bad signature: ${text}","errorcode":21002}`, header);
  for (const secret of [key, hash, header.slice(6), encodeURIComponent(seed), seed].flatMap((part) => [
    part,
    Buffer.from(part).toString("hex"),
  ]))
    expect(left.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(left).toContain("[credential]");
  expect(left).toMatch(/^\{"error":"Bad signature: .*","errorcode":21002\}$/);
});

test("an answer without it is left as it is", () => {
  const text = '{"key":"1nfabcdefghijkl","hash":"ab12"}';
  expect(redactCredential(text, header)).toBe(text);
  expect(redactCredential("x y z", "Basic x")).toBe("x y z");
});
