/** The same object without the members that do not apply (undefined). */
export function withoutAbsent(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
