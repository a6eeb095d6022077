/** What the console reports of the gateway and of the limit that all workstations share. Times are epoch ms. */

type Window = { used: number; limit: number };

/** How the gateway was last seen; null before the first request to it. */
export type GatewayPulse = {
  /** Used of the last 60 s, strangers' requests with the same key among them. */
  minute?: Window;
  day?: Window & {
    endsAt: number;
    /** When it is used up at the rate of the last hour; without it the day lasts. */
    exhaustedUntil?: number;
  };
  latencyMs?: number;
  reachable: boolean;
  /** The last payment got no sound answer, though the gateway answers others. */
  paymentLost?: boolean;
  seenAt: number;
  queue: {
    /** Requests queued now, payments among them. */
    waiting: number;
    payments: number;
    /** In how many ms a payment that is sent now would go. */
    paymentDueMs: number;
  };
  /** The daily limit is used up, and until when, by the merchant's clock. */
  limitText?: string;
  /** The gateway reported that its limit is full: nothing is sent for so long. */
  pausedMs?: number;
} | null;

export type HostReport = {
  host: string;
  /** `new`: nothing was sent to it yet. */
  state: "works" | "rests" | "new";
  answeredAt?: number;
  latencyMs?: number;
  /** For one that rests. */
  lastFailure?: string;
  failures?: number;
  /** When it is looked at again, with the next request after that. */
  lookAt?: number;
};

export type UseRow = {
  callerId: string;
  callerName: string;
  priority: "money" | "resolve" | "person" | "background";
  /** The command, or the endpoint that was read. */
  what: string;
  requests: number;
  /** Of these, how many brought no sound answer. */
  failed: number;
  answerMs: number;
  queuedMs: number;
};

export type GatewayReport = {
  readAt: number;
  pulse: GatewayPulse;
  hosts: HostReport[];
  /** Requests of others with the same key in the last minute. */
  strangers: number;
  /** Of the last hour, the most first. */
  use: UseRow[];
  /** The newest first. */
  errors: { at: number; host: string; what: string; outcome: string }[];
};
