import type { PortionId } from "../portion.ts";
import { type Payable, type Solution, toSolution } from "./payable.ts";

/** Portions that come close to a deposit: `differenceCents` is the deposit less what was expected. */
export type Guess = { portions: PortionId[]; expectedCents: number; differenceCents: number };

/** The highest fee that is believed: 5 % of the sum and $1.00. */
const mostFee = (cents: number) => Math.floor(cents / 20) + 100;

/** Batches that closed one after another and whose sum less a believable fee is the deposit. */
export function findWithFee(depositCents: number, ways: readonly (readonly Payable[])[]): Solution[] {
  if (depositCents <= 0) return [];
  return runsOf(ways).flatMap((run) => {
    const cents = run.reduce((sum, payable) => sum + payable.cents, 0);
    const feeCents = cents - depositCents;
    return feeCents > 0 && feeCents <= mostFee(cents) ? [{ ...toSolution(run), feeCents }] : [];
  });
}

/** The batches in a row that come closest, if they differ by no more than a fifth of the deposit. */
export function findClosest(depositCents: number, ways: readonly (readonly Payable[])[]): Guess | undefined {
  const guesses = runsOf(ways).map((run): Guess => {
    const expectedCents = run.reduce((sum, { cents, feeCents }) => sum + cents - feeCents, 0);
    return {
      portions: toSolution(run).portions,
      expectedCents,
      differenceCents: depositCents - expectedCents,
    };
  });
  const distance = ({ differenceCents }: Guess) => Math.abs(differenceCents);
  const [closest] = guesses.sort((a, b) => distance(a) - distance(b));
  return closest && distance(closest) * 5 <= Math.abs(depositCents) ? closest : undefined;
}

/** Up to five batches that closed one after another, the latest first. */
function runsOf(ways: readonly (readonly Payable[])[]): Payable[][] {
  return ways.flatMap((way) =>
    way.flatMap((_, start) =>
      Array.from({ length: Math.min(LONGEST, way.length - start) }, (_, more) =>
        way.slice(start, start + more + 1),
      ),
    ),
  );
}

const LONGEST = 5;
