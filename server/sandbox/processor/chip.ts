import { randomBytes } from "node:crypto";
import { unlikeCards } from "../keys.ts";

/** The issuer's data for a card's chip (EMV tags 8A and 91): the response code and the issuer authentication data. */
export function issuerChipData(approved: boolean): string {
  const answer = Buffer.from(approved ? "00" : "05").toString("hex");
  return unlikeCards(() => `8A02${answer}910A${randomBytes(8).toString("hex").toUpperCase()}${answer}`);
}

/** The chip application of a brand. The chip's data is not parsed, since it can contain the card number. */
export const applicationOf = (brand: string): string => applications[brand] ?? "";

const applications: Record<string, string> = {
  Visa: "A0000000031010",
  Mastercard: "A0000000041010",
  "American Express": "A00000002501",
  Discover: "A0000001523010",
};
