import fc from "fast-check";

/** For tests only. */

/** How many cases a random test tries. A fifth finds the mistakes that were planted to choose it; `npm run prove` tries all. */
export const randomRuns = (all: number): number =>
  process.env.RANDOM_RUNS === "all" ? all : Math.ceil(all / 5);

const surrogates = 0x800;
const sign = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff - surrogates }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + surrogates));

/** A text of any characters of Unicode. fast-check's own is a second in the making. */
export const anySigns = (maxLength = 20): fc.Arbitrary<string> => fc.string({ unit: sign, maxLength });
