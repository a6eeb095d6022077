import { db } from "#server/db/db.ts";

/** How the gateway was last seen: its shared limit as its own `X-Rate-Limit` told it, and how long it took. Shared by all processes. */
export type Pulse = {
  minute: { used: number; limit: number } | undefined;
  day: { used: number; limit: number } | undefined;
  latencyMs: number | undefined;
  /** False once an exchange failed, until one succeeds. */
  reachable: boolean;
  /** Epoch ms. */
  seenAt: number;
};

/** Reads `"<used> of 45/min; <used> of 5000/day"`; parts that are missing or spelled otherwise stay undefined. */
export function readRateLimit(header: string | undefined): Pick<Pulse, "minute" | "day"> {
  return { minute: windowOf(header, "min"), day: windowOf(header, "day") };
}

/** The newest pulse, or undefined before the first exchange. */
export async function lastPulse(): Promise<Pulse | undefined> {
  const row = await db().selectFrom("gateway_pulse").selectAll().where("id", "=", "now").executeTakeFirst();
  if (!row) return undefined;
  // A minute's count says nothing once the minute is over.
  const minuteIsOver = Math.floor(Date.now() / 60_000) !== Math.floor(row.seen_at / 60_000);
  return {
    minute: pair(minuteIsOver && row.minute_used !== null ? 0 : row.minute_used, row.minute_limit),
    day: pair(row.day_used, row.day_limit),
    latencyMs: row.latency_ms ?? undefined,
    reachable: row.reachable === 1,
    seenAt: row.seen_at,
  };
}

/** Notes an exchange. Never fails the exchange it tells of. */
export async function notePulse(seen: {
  rateLimit: string | undefined;
  latencyMs: number | undefined;
  reachable: boolean;
}): Promise<void> {
  const { minute, day } = readRateLimit(seen.rateLimit);
  const known = {
    ...(minute && { minute_used: minute.used, minute_limit: minute.limit }),
    ...(day && { day_used: day.used, day_limit: day.limit }),
    ...(seen.latencyMs !== undefined && { latency_ms: seen.latencyMs }),
    reachable: seen.reachable ? 1 : 0,
    seen_at: Date.now(),
  } as const;
  const empty = { minute_used: null, minute_limit: null, day_used: null, day_limit: null, latency_ms: null };
  await db()
    .insertInto("gateway_pulse")
    .values({ id: "now", ...empty, ...known })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(known))
    .execute();
}

function windowOf(header: string | undefined, unit: string): { used: number; limit: number } | undefined {
  const match = new RegExp(`(\\d+)\\s+of\\s+(\\d+)\\s*/\\s*${unit}`, "i").exec(header ?? "");
  return match ? { used: Number(match[1]), limit: Number(match[2]) } : undefined;
}

const pair = (used: number | null, limit: number | null) =>
  used === null || limit === null ? undefined : { used, limit };
