import { DAY_MS } from "#lib/time.ts";
import type { HostNote } from "../hosts.ts";

/** In order: an earlier priority may use the shared limit before a later one. */
export const priorities = ["money", "resolve", "person", "background"] as const;
export type Priority = (typeof priorities)[number];

/**
 * What is known of the gateway's rate limit, and the queue of requests that wait for it. Plain JSON, so that it can be a
 * row that processes lock in turn. Times are epoch ms of the store's clock.
 */
export type RateLimitState = {
  /** When it last changed. See `atTime` for a clock that is set back. */
  at: number;
  /** Null: the gateway reports none. The contract's limits are assumed until its first answer. */
  minuteLimit: number | null;
  /** `samples` of the last hour leave out background requests, which slow down where the day would not last. */
  day: { limit: number | undefined; used: number; endsAt: number; samples: { at: number; used: number }[] };
  backgroundOfDay: number;
  /** How many requests of the day were reads of each person. */
  readsOfDay: Record<string, number>;
  /** How many requests of the day each person made for a payment that was then not sent, or not yet. */
  idleOfDay: Record<string, number>;
  /** False after a start and after a pause: then one request goes ahead, and its answer shows how much is used. */
  calibrated: boolean;
  /** `clock`: the gateway's window has proved to be the clock's minute. Until then a rolling window is assumed, which is safe with either. */
  minuteKind: "rolling" | "clock";
  /** What the last answer reported, and how often in a row the count fell with the clock's minute. */
  lastReported: { at: number; used: number; fellWithClock: number };
  /** How long an answer usually takes at least; undefined before the first. */
  usualMs: number | undefined;
  spent: Spent[];
  lastGrantAt: number;
  lastBackgroundAt: number;
  queue: Queued[];
  /** Last sign of life of each process that has requests in the queue. */
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
        /** The last payment got no usable answer, though the gateway answers other requests. */
        paymentLost?: boolean;
      }
    | undefined;
};

/** A request that counts in the minute's window until `until`. `otherClient`: made by another program with the same key. */
export type Spent = {
  id: string;
  priority: Priority | "otherClient";
  at: number;
  until: number;
  done: boolean;
  /** The person whose share of reads it counts in. */
  reader?: string;
  /** The person for whose payment it was made, while that is not sent. */
  payer?: string;
};

export type Queued = {
  id: string;
  priority: Priority;
  person: string;
  process: string;
  /** People take turns within a priority: a person's second request waits for the next turn. Below 0: it was sent and requeued. */
  turn: number;
  since: number;
  /** The person whose share of reads it counts in. */
  reader?: string;
  /** The person for whose payment it is made. */
  payer?: string;
};

export function emptyState(now: number): RateLimitState {
  return {
    at: now,
    minuteLimit: 45,
    day: { limit: 5000, used: 0, endsAt: nextUtcDay(now), samples: [] },
    backgroundOfDay: 0,
    readsOfDay: {},
    idleOfDay: {},
    calibrated: false,
    minuteKind: "rolling",
    lastReported: { at: 0, used: 0, fellWithClock: 0 },
    usualMs: undefined,
    spent: [],
    lastGrantAt: 0,
    lastBackgroundAt: 0,
    queue: [],
    processes: {},
    pause: undefined,
    hosts: {},
    errors: [],
    pulse: undefined,
  };
}

/** The contract doesn't say when the gateway's day begins: UTC is assumed until the gateway's own count falls. */
export const nextUtcDay = (now: number) => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

export const minuteMs = 60_000;

/** A request reaches the gateway's counter within this time after it was sent, or by its answer if that is earlier. */
export const arrivalMs = 1000;

/** An admitted request without a result may not have been sent yet: it counts until its result, this long at most. */
export const heldMs = 2 * minuteMs;
