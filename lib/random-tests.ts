import fc from "fast-check";

/** For tests only. */

/** How many cases a random test tries: a fifth in `npm test`, with other ones in each run, and all in `npm run prove -- random`. */
export const randomRuns = (all: number): number =>
  process.env.RANDOM_RUNS === "all" ? all : Math.ceil(all / 5);

const surrogates = 0x800;
const sign = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff - surrogates }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + surrogates));

/** A text of any Unicode characters. fast-check's own arbitrary is slow to build. */
export const anySigns = (maxLength = 20): fc.Arbitrary<string> => fc.string({ unit: sign, maxLength });
