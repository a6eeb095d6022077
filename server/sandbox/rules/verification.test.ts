import { expect, test } from "vitest";
import { avsCodes } from "#lib/gateway/codes.ts";
import { keysOf } from "#lib/keys-of.ts";
import { avsFor, cvcFor } from "./verification.ts";

const codes = keysOf(avsCodes);
const streetMatches = /(^|: )Address: Match|International Address: Match/;
const postalCodeMatches = /Zip: Match/;

test("there is no AVS result without an address", () => {
  for (const code of codes) expect(avsFor(code, { street: false, postalCode: false })).toBeUndefined();
});

test("the half of an address that was not sent is never reported as a match", () => {
  for (const code of codes) {
    const street = avsFor(code, { street: true, postalCode: false });
    const postalCode = avsFor(code, { street: false, postalCode: true });
    expect(avsCodes[street ?? "XXU"]).not.toMatch(postalCodeMatches);
    expect(avsCodes[postalCode ?? "XXU"].replace(/Zip.*/, "")).not.toMatch(streetMatches);
  }
});

test("a complete address gets the issuer's result", () => {
  for (const code of codes) expect(avsFor(code, { street: true, postalCode: true })).toBe(code);
});

test("an absent security code is reported as not processed", () => {
  expect(cvcFor("M", { securityCode: false })).toBe("P");
  expect(cvcFor("N", { securityCode: true })).toBe("N");
});
