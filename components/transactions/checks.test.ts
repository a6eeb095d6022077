import { describe, expect, it } from "vitest";
import { avsCodes, cvcCodes } from "#lib/gateway/codes.ts";
import { transactionDetail } from "#lib/gateway/transaction.ts";
import { toChecks } from "./checks.ts";

const checked = (avs?: string, cvc?: string) =>
  toChecks(
    transactionDetail.parse({
      avs: avs && { result_code: avs, result: "as the gateway says" },
      cvc: cvc && { result_code: cvc, result: "as the gateway says" },
    }),
  );

describe("the issuer's checks", () => {
  it("are told apart as address, postal code and security code, with advice on what does not match", () => {
    const found = checked("YNA", "M");
    expect(found?.checks.map(({ label, word }) => [label, word])).toEqual([
      ["Address", "Street matches"],
      ["Postal code", "Does not match"],
      ["Security code", "Matches"],
    ]);
    expect(found?.advice).toContain("another postal code");
    expect(found?.codes).toEqual(["YNA", "M"]);
  });

  it("have words for every code the gateway is known to send", () => {
    for (const code of Object.keys(avsCodes))
      for (const { word } of checked(code)?.checks ?? []) expect(word, code).not.toBe("as the gateway says");
    for (const code of Object.keys(cvcCodes))
      expect(checked(undefined, code)?.checks[0]?.word, code).not.toBe("as the gateway says");
  });

  it("show the gateway's words for a code that is in no table", () => {
    expect(checked("ABC", "?")?.checks.map(({ word }) => word)).toEqual([
      "as the gateway says",
      "as the gateway says",
    ]);
  });

  it("warn of a wrong security code before anything else", () => {
    expect(checked("NNN", "N")?.advice).toContain("security code was wrong");
  });

  it("are left out where nobody was asked, also for the blank code of a refund", () => {
    expect(checked()).toBeUndefined();
    expect(checked("   ")).toBeUndefined();
  });
});
