/** Requests of each minute that a lane leaves to the ones before it, of a limit of 45; in proportion of another. */
const keptOf45 = { money: 0, resolve: 5, person: 8, background: 20 } as const;

export function keptOf(lane: keyof typeof keptOf45, limit: number): number {
  return Math.round((keptOf45[lane] * limit) / 45);
}
