import { randomBytes } from "node:crypto";

/** What the issuer sends back to a card's chip (EMV tags 8A and 91): its answer, and the proof that it is the issuer's. */
export function issuerChipData(approved: boolean): string {
  const answer = Buffer.from(approved ? "00" : "05").toString("hex");
  return `8A02${answer}910A${randomBytes(8).toString("hex").toUpperCase()}${answer}`;
}

/** The application a chip of this brand runs; a chip's own data is not looked into, since it can hold the card's number. */
export const applicationOf = (brand: string): string => applications[brand] ?? "";

const applications: Record<string, string> = {
  Visa: "A0000000031010",
  Mastercard: "A0000000041010",
  "American Express": "A00000002501",
  Discover: "A0000001523010",
};
