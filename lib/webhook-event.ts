import { translated } from "#lib/language/t.ts";
import type { Attempt } from "./attempt.ts";
import { holdsCardNumber } from "./card-data/card-detector.ts";
import type { CommandName } from "./gateway/commands.ts";
import { wholeNumber } from "./page.ts";

/** What became of an event once the gateway was asked, or why it was not. An event alone proves nothing. */
export const verdicts = translated("*", {
  waiting: "Waiting",
  settled: "Resolved a payment",
  contradicts: "Contradicts a record",
  confirmed: "Confirmed",
  differs: "Differs",
  missing: "No such transaction",
  nothing: "Nothing to check",
  unknown: "Unknown type",
} as const);
export type Verdict = keyof typeof verdicts;

/** An event in the inbox. Times in epoch ms but `triggered`, which is the merchant's own text. */
export type InboxEvent = {
  id: string;
  type: string;
  key: string | undefined;
  refnum: string | undefined;
  triggered: string | undefined;
  receivedAt: number;
  lastReceivedAt: number;
  deliveries: number;
  verdict: Verdict;
  verdictText: string;
  checkedAt: number | undefined;
  nextCheckAt: number | undefined;
};

/** What the gateway reported of the transaction when it was asked: decimal amounts, the gateway's own words. */
export type ShownTransaction = {
  trantype?: string | undefined;
  status?: string | undefined;
  result?: string | undefined;
  error?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
};

export type InboxEventDetail = InboxEvent & {
  /** What came, JSON without secrets. */
  body: string;
  shown: ShownTransaction | undefined;
  /** The console's own attempts that made or changed this transaction. */
  attempts: Attempt[];
};

export type InboxPage = { events: InboxEvent[]; total: number; limit: number; offset: number };

/** What happened to one transaction beside its attempts, the oldest first. */
export type TransactionHistory = {
  events: InboxEvent[];
  /** Receipts that a person had emailed. `at` is epoch ms. */
  emails: { at: number; userName: string }[];
};

/** How the deliveries do. */
export type WebhookHealth = {
  /** What to enter at the gateway. */
  address: string;
  hasSigningKey: boolean;
  /** Epoch ms until which the key before this one is accepted too. */
  oldKeyUntil: number | undefined;
  /** Epoch ms. */
  lastReceivedAt: number | undefined;
  /** Turned away in the last 24 hours. */
  refused: number;
  waiting: number;
};

/** An approved command whose event never came. */
type EventGap = {
  attempt: string;
  reference: string;
  command: CommandName;
  event: string;
  /** The transaction's; undefined where the answer named none. */
  key: string | undefined;
  /** Epoch ms of its answer. */
  at: number;
};

/** What should have come since a moment (epoch ms) and did not, newest first; `isCut`: there may be more. */
export type EventGaps = { since: number; count: number; isCut: boolean; shown: EventGap[] };

/** The inbox as its page shows it. */
export type Inbox = { page: InboxPage; health: WebhookHealth; gaps: EventGaps | undefined };

export type InboxFilters = {
  type?: string | undefined;
  verdict?: Verdict | undefined;
  /** A transaction's key or reference number. */
  key?: string | undefined;
  limit: number;
  offset: number;
};

/** Reads the filters from an address; what makes no sense, or looks like a card number, is left out. */
export function readInboxFilters(query: URLSearchParams): InboxFilters {
  const verdict = query.get("verdict");
  return {
    type: readText(query.get("type"), 100),
    verdict: verdict !== null && isVerdict(verdict) ? verdict : undefined,
    key: readText(query.get("key"), 64),
    limit: wholeNumber(query.get("limit"), 1, 200) ?? 50,
    offset: wholeNumber(query.get("offset"), 0, 10 ** 8) ?? 0,
  };
}

function readText(text: string | null, longest: number): string | undefined {
  return text === null || holdsCardNumber(text) ? undefined : text.trim().slice(0, longest) || undefined;
}

/** The one spelling of the filters that names their query, on the server and in the browser. */
export function toInboxSearch({ type, verdict, key, limit, offset }: InboxFilters): string {
  return new URLSearchParams({
    ...(type && { type }),
    ...(verdict && { verdict }),
    ...(key && { key }),
    limit: String(limit),
    offset: String(offset),
  }).toString();
}

function isVerdict(text: string): text is Verdict {
  return Object.hasOwn(verdicts, text);
}
