/** What one measurement is measured with. */
export type Bench = { rounds: number; quick: boolean };

/** A line of the table. `value` is undefined where `note` says why it was not measured. */
export type Measured = {
  what: string;
  value: number | undefined;
  goal: { atLeast: number } | { atMost: number };
  note: string;
};

/** One row of the bench, by the name that `--only` takes. */
export type Measurement = { name: string; measure(bench: Bench): Promise<Measured[]> };

export function isMet({ value, goal }: Measured): boolean | undefined {
  if (value === undefined) return undefined;
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Runs the rounds of a comparison, both sides in each, so that what disturbs the machine disturbs both. */
export async function inRounds<Result>(
  count: number,
  round: (number: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let number = 0; number < count; number++) results.push(await round(number));
  return results;
}

/** The processor time of this process since `start`, in ms. */
export function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Why something could not be measured, as a line of the table. */
export function notMeasured(what: string, goal: Measured["goal"], why: string): Measured {
  return { what, value: undefined, goal, note: `not measured: ${why}` };
}
