import { expect, test } from "vitest";
import { avsCodes, cvcCodes } from "../codes.ts";
import { findAddressFinding, findSecurityCodeFinding } from "./verification.ts";

test("a clerk's text never claims more than the gateway's own text of the code", () => {
  for (const [code, text] of Object.entries(avsCodes)) {
    const finding = findAddressFinding(code);
    const isCompared = finding?.kind === "compared";
    expect(isCompared && finding.street === true, code).toBe(/Address: Match/.test(text));
    expect(isCompared && finding.postalCode === true, code).toBe(/Zip: Match/.test(text));
  }
  for (const [code, text] of Object.entries(cvcCodes))
    expect(findSecurityCodeFinding(code)?.matches === true, code).toBe(text === "Match");
});

test("a mismatch has advice", () => {
  for (const code of ["NYZ", "NYW", "YNA", "NNN"]) expect(findAddressFinding(code)?.advice).toBeTruthy();
  for (const code of ["N", "S"]) expect(findSecurityCodeFinding(code)?.advice).toBeTruthy();
});

test("an unknown or missing code has no finding", () => {
  for (const code of ["ABC", "", undefined, "constructor", "toString"]) {
    expect(findAddressFinding(code)).toBeUndefined();
    expect(findSecurityCodeFinding(code)).toBeUndefined();
  }
});
