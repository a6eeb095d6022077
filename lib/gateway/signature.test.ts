import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { apiHash, authorization, readAuthorization } from "./signature.ts";

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
const key = "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7";
const pin = "123456";

test("reproduces the known signature of the gateway family", () => {
  expect(apiHash(key, pin, "abcdefghijklmnop", sha256Hex)).toBe(
    "b74c2fa91fb0a09755e377ee8e20aa86d2b92c3d2f277280db595f636bb190e6",
  );
});

test.each(["abcdefghijklmnop", "a/b+c=d/e", "//", "s2/x/y"])(
  "a header with the seed %s reads back",
  (seed) => {
    expect(readAuthorization(authorization(key, pin, seed, sha256Hex))).toEqual({
      key,
      seed,
      hash: apiHash(key, pin, seed, sha256Hex),
    });
  },
);

test.each([
  undefined,
  "",
  "Basic",
  "Basic !!!",
  "Bearer abc",
  `Basic ${btoa("key:pin")}`,
  `Basic ${btoa("key:s2/seed/short")}`,
])("%s is not a credential", (header) => expect(readAuthorization(header)).toBeUndefined());
