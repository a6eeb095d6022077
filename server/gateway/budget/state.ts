import type { HostNote } from "../hosts.ts";

/** Who may use the shared limit first. */
export const lanes = ["money", "resolve", "person", "background"] as const;
export type Lane = (typeof lanes)[number];

/**
 * All that is known of the limit the desks share, and who stands in line for it. Plain JSON, so that it can be a row that
 * processes lock in turn. Times are epoch ms of the store's clock.
 */
export type BudgetState = {
  /** When it was last changed. See `atTime` for a clock that is set back. */
  at: number;
  /** Null: the gateway tells none. Until its first answer those of the contract are taken for granted. */
  minuteLimit: number | null;
  day: { limit: number | undefined; used: number; endsAt: number; samples: { at: number; used: number }[] };
  /** False after a start and after a pause: then one request goes ahead and its answer tells what is used. */
  learned: boolean;
  /** `clock`: the gateway's minute has shown to be the clock's. Until then a rolling one is what is safe with either. */
  minuteKind: "rolling" | "clock";
  /** What the last answer told, and how often in a row the count fell with the clock's minute. */
  lastTold: { at: number; used: number; fellWithClock: number };
  /** How long answers take at least, as a rule; undefined before the first. */
  usualMs: number | undefined;
  spent: Spent[];
  lastGrantAt: number;
  line: Waiting[];
  /** Last sign of life of each process that has somebody in line. */
  processes: Record<string, number>;
  pause: { until: number; times: number } | undefined;
  hosts: Record<string, HostNote>;
  /** The newest first. */
  errors: { at: number; host: string; what: string; outcome: string }[];
  /** How the gateway last answered; undefined before the first exchange. */
  pulse:
    | {
        reachable: boolean;
        latencyMs: number | undefined;
        seenAt: number;
        /** The last payment got no sound answer, though the gateway answers others. */
        paymentLost?: boolean;
      }
    | undefined;
};

/** A request that counts in the minute's window until `until`. `stranger`: somebody else's, with the same key. */
export type Spent = { id: string; lane: Lane | "stranger"; at: number; until: number; done: boolean };

export type Waiting = {
  id: string;
  lane: Lane;
  person: string;
  process: string;
  /** People take turns within a lane: one's second request waits in the next round. Below 0: it was there before and has come back. */
  round: number;
  since: number;
};

export function emptyState(now: number): BudgetState {
  return {
    at: now,
    minuteLimit: 45,
    day: { limit: 5000, used: 0, endsAt: nextUtcDay(now), samples: [] },
    learned: false,
    minuteKind: "rolling",
    lastTold: { at: 0, used: 0, fellWithClock: 0 },
    usualMs: undefined,
    spent: [],
    lastGrantAt: 0,
    line: [],
    processes: {},
    pause: undefined,
    hosts: {},
    errors: [],
    pulse: undefined,
  };
}

/** Where the gateway's day begins is nowhere said: taken for UTC's until its own count falls. */
export const nextUtcDay = (now: number) => (Math.floor(now / dayMs) + 1) * dayMs;

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** A request reaches the gateway's counter within this time of its leaving, or by its answer if that is earlier. */
export const arrivalMs = 1000;

/** One that was let go and of which nothing has been heard may not even have left: it counts until it is heard of, this long at most. */
export const heldMs = 2 * minuteMs;
