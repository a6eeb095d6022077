import { describe, expect, it } from "vitest";
import { avsCodes, cvcCodes } from "#lib/gateway/codes.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toVerificationFindings } from "./verification-findings.ts";

const address = { avs_street: "7 Orchard Close", avs_postalcode: "60640" };

const checked = (avs?: string, cvc?: string, creditcard: object = address) =>
  toVerificationFindings(
    transactionDetail.parse({
      creditcard,
      avs: avs && { result_code: avs, result: "as the gateway says" },
      cvc: cvc && { result_code: cvc, result: "as the gateway says" },
    }),
  );

describe("the issuer's findings", () => {
  it("show address, postal code and security code separately, with advice on a mismatch", () => {
    const found = checked("YNA", "M");
    expect(found?.findings.map(({ label, word }) => [label, word])).toEqual([
      ["Address", "Street matches"],
      ["Postal code", "Does not match"],
      ["Security code", "Matches"],
    ]);
    expect(found?.advice).toContain("another postal code");
    expect(found?.codes).toEqual(["YNA", "M"]);
  });

  it("match nothing that was not given, even if the code says so", () => {
    const words = (creditcard: object) =>
      checked("YYY", undefined, creditcard)?.findings.map(({ word }) => word);
    expect(words({})).toEqual(["Not checked", "Not checked"]);
    expect(words({ avs_zip: "60640" })).toEqual(["Not checked", "Matches"]);
    expect(words(address)).toEqual(["Street matches", "Matches"]);
  });

  it("have words for every code the gateway is known to send", () => {
    for (const code of Object.keys(avsCodes))
      for (const { word } of checked(code)?.findings ?? [])
        expect(word, code).not.toBe("as the gateway says");
    for (const code of Object.keys(cvcCodes))
      expect(checked(undefined, code)?.findings[0]?.word, code).not.toBe("as the gateway says");
  });

  it("show the gateway's words for a code that is in no table", () => {
    expect(checked("ABC", "?")?.findings.map(({ word }) => word)).toEqual([
      "as the gateway says",
      "as the gateway says",
    ]);
  });

  it("warn of a wrong security code before anything else", () => {
    expect(checked("NNN", "N")?.advice).toMatch(/wrong security code/i);
  });

  it("are left out without a verification, also for the blank code of a refund", () => {
    expect(checked()).toBeUndefined();
    expect(checked("   ")).toBeUndefined();
  });
});

it("claims nothing for what was not sent, and never a match for a refused code", () => {
  const answer = { avs: { result_code: "YYY" }, cvc: { result_code: "M" } };
  const words = (sent: Parameters<typeof toVerificationFindings>[1], more = {}) =>
    toVerificationFindings({ ...answer, ...more }, sent)?.findings.map(
      ({ label, word }) => `${label}: ${word}`,
    );
  expect(words({ street: false, postalCode: true, securityCode: false })).toEqual([
    "Address: Not checked",
    "Postal code: Matches",
    "Security code: Not checked",
  ]);
  expect(words({ street: false, postalCode: false, securityCode: true })).toEqual([
    "Address: Not checked",
    "Security code: Matches",
  ]);
  expect(words({ street: false, postalCode: false, securityCode: false })).toBeUndefined();
  expect(words(undefined, { result_code: "D", error_code: "10297" })).toContain(
    "Security code: Does not match",
  );
});
