import { sql } from "kysely";

/**
 * Whether a stored time (epoch ms) is due. It is never written more than `maxMs` ahead: a later one was written while a
 * clock was ahead and counts as due, since the work would otherwise stop until then.
 */
export function isDue(column: string, now: number, maxMs: number) {
  const at = sql.ref(column);
  return sql<boolean>`(${at} <= ${now} or ${at} > ${now + maxMs + skewMs})`;
}

/** The clocks of two processes may differ this much. */
const skewMs = 60_000;
