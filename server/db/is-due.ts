import { sql } from "kysely";

/**
 * Whether a stored moment (epoch ms) has come. The rule that writes it never looks further ahead than `mostMs`: a moment
 * beyond that was written while a clock was ahead, and has come as well. Otherwise the work would stop until that time.
 */
export function isDue(column: string, now: number, mostMs: number) {
  const at = sql.ref(column);
  return sql<boolean>`(${at} <= ${now} or ${at} > ${now + mostMs + skewMs})`;
}

/** The clocks of two processes may differ this much. */
const skewMs = 60_000;
