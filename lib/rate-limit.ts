/** Requests of each minute that a priority leaves to those before it, of a limit of 45; another limit in proportion. */
const reservedOf45 = { money: 0, resolve: 5, person: 8, background: 20 } as const;

export function reservedPerMinute(priority: keyof typeof reservedOf45, limit: number): number {
  return Math.round((reservedOf45[priority] * limit) / 45);
}
