/** The same object without the members that do not apply (undefined). */
export function withoutAbsent(object: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in object) if (object[name] !== undefined) present[name] = object[name];
  return present;
}
