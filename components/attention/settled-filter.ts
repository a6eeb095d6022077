import type { Attempt } from "#lib/attempt.ts";

/** How a lost answer was settled: any way, by evidence, or by one user's decision. */
export type SettledFilter = { kind: "all" } | { kind: "evidence" } | { kind: "person"; name: string };

/** A filter as one word for a select, and back. */
export const filterLabel = (filter: SettledFilter): string =>
  filter.kind === "person" ? `person:${filter.name}` : filter.kind;

export function readFilter(word: string): SettledFilter {
  if (word.startsWith("person:")) return { kind: "person", name: word.slice("person:".length) };
  return { kind: word === "evidence" ? "evidence" : "all" };
}

export function passes({ problem }: Attempt, filter: SettledFilter): boolean {
  switch (filter.kind) {
    case "all":
      return true;
    case "evidence":
      return problem?.decidedBy === undefined;
    case "person":
      return problem?.decidedBy === filter.name;
  }
}

/** The names of all users who decided one of these. */
export function decidersOf(attempts: readonly Attempt[]): string[] {
  const names = attempts.flatMap(({ problem }) => (problem?.decidedBy ? [problem.decidedBy] : []));
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}
