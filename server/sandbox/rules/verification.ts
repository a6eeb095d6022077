import type { AvsAnswer, AvsCode, CvcCode } from "#lib/gateway/codes.ts";

/** What the issuer can verify of a request. */
export type Verifiable = { street: boolean; postalCode: boolean; securityCode: boolean };

/**
 * The AVS answer to what was sent: none without an address, and never a match for a half
 * that was not sent. `code` is the issuer's result for a complete address.
 */
export function avsFor<Code extends AvsAnswer>(
  code: Code,
  { street, postalCode }: Pick<Verifiable, "street" | "postalCode">,
): Code | AvsCode | undefined {
  if (street && postalCode) return code;
  if (street) return streetOnly[code] ?? code;
  return postalCode ? (postalCodeOnly[code] ?? code) : undefined;
}

const streetOnly: Partial<Record<AvsAnswer, AvsCode>> = {
  YYY: "YNA",
  YYX: "YNA",
  NYZ: "NNN",
  NYW: "NNN",
  GGG: "YYG",
  YGG: "XXG",
};

const postalCodeOnly: Partial<Record<AvsAnswer, AvsCode>> = {
  YYY: "NYZ",
  YYX: "NYW",
  YNA: "NNN",
  YYG: "XXG",
  GGG: "YGG",
};

/** The CVC answer: `P` (not processed) when no security code was sent. */
export function cvcFor(code: CvcCode, { securityCode }: Pick<Verifiable, "securityCode">): CvcCode {
  return securityCode ? code : "P";
}
