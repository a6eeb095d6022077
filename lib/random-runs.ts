/**
 * For tests only: how many cases a random test tries. A fifth finds the mistakes that were planted to choose it; `npm run prove` tries
 * all.
 */
export const randomRuns = (all: number): number =>
  process.env.RANDOM_RUNS === "all" ? all : Math.ceil(all / 5);
