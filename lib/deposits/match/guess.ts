import { isCardPart, type PortionId } from "../portion.ts";
import { type Payable, type Solution, toSolution } from "./payable.ts";

/** Portions that come close to a deposit: `differenceCents` is the deposit less what was expected after the known fee. */
export type Guess = {
  portions: PortionId[];
  feeCents: number;
  expectedCents: number;
  differenceCents: number;
};

/** Up to five batches that closed one after another: their sum, and the sum less their fees, in cents. */
export type Run = { payables: readonly Payable[]; cents: number; expectedCents: number };

/** The highest fee that is believed: 5 % of the sum and $1.00. */
const maxFee = (cents: number) => Math.floor(cents / 20) + 100;

/** Card batches that closed one after another and whose sum less a believable fee is the deposit, at most `most`. */
export function findWithFee(depositCents: number, runs: readonly Run[], most: number): Solution[] {
  if (depositCents <= 0) return [];
  const found: Solution[] = [];
  for (const { payables, cents } of runs) {
    // Fees are kept from card sales alone.
    if (!payables.every(({ portions }) => portions.every(({ part }) => isCardPart(part)))) continue;
    const feeCents = cents - depositCents;
    if (feeCents > 0 && feeCents <= maxFee(cents)) found.push({ ...toSolution(payables), feeCents });
    if (found.length >= most) break;
  }
  return found;
}

/** The batches in a row that come closest, if they differ by no more than a fifth of the deposit. */
export function findClosest(depositCents: number, runs: readonly Run[]): Guess | undefined {
  let closest: Run | undefined;
  const distance = ({ expectedCents }: Run) => Math.abs(depositCents - expectedCents);
  for (const run of runs) if (!closest || distance(run) < distance(closest)) closest = run;
  if (!closest || distance(closest) * 5 > Math.abs(depositCents)) return undefined;
  const { payables, expectedCents } = closest;
  return {
    ...toSolution(payables),
    expectedCents,
    differenceCents: depositCents - expectedCents,
  };
}

/** The runs of all ways of paying, the shortest of each start first. */
export function runsOf(ways: readonly (readonly Payable[])[]): Run[] {
  return ways.flatMap((way) =>
    way.flatMap((_, start) =>
      Array.from({ length: Math.min(LONGEST, way.length - start) }, (_, more): Run => {
        const payables = way.slice(start, start + more + 1);
        return {
          payables,
          cents: payables.reduce((sum, { cents }) => sum + cents, 0),
          expectedCents: payables.reduce((sum, { cents, feeCents }) => sum + cents - feeCents, 0),
        };
      }),
    ),
  );
}

const LONGEST = 5;
