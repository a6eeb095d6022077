import type { Socket } from "node:net";
import type { AttemptState } from "#lib/attempt.ts";

/** A way for an exchange to fail, and the correct outcomes to report. */
export type Fault = {
  name: string;
  /** The outcomes that the clerk may see first. */
  right: readonly AttemptState[];
  /** Whether the gateway processed the command; undefined if either is possible. */
  taken: boolean | undefined;
  /** The gateway's address leads nowhere. */
  address?: "unknown name" | "silent";
  connection?: "refused" | "reset";
  /** How long the console waits for an answer. */
  timeoutMs: number;
  /** The open batch closes before the resolver may look: what it holds looks different from then on. */
  closing?: true;
  /** The gateway has no list of its transactions, an extension; kept up until the end. */
  listless?: true;
  /** Reads fail too, until lookups have failed. */
  outage?: true;
  meet?: (encounter: Encounter) => Promise<void>;
};

export type Encounter = {
  post: Post;
  client: Socket;
  /** Resolves when the client has closed its connection. */
  gone: Promise<unknown>;
  /** 1 for the first money command of this submission. */
  nth: number;
  /** Since the fault was armed. */
  armedMs: number;
  /** Lets the gateway process it and returns its reply. */
  send(): Promise<GatewayAnswer>;
  /** Has half of it reach the gateway. */
  half(): Promise<void>;
};

export type GatewayAnswer = { status: number; body: string };

/** One money command as it arrived; counted regardless of its outcome. */
export type Post = {
  /** Which submission it belongs to: the `description` that the proof gives each. */
  marker: string;
  /** The transaction it acts on. */
  original: string | undefined;
  /** The gateway's answer; undefined when the command did not reach the gateway, or not yet. */
  gateway?: GatewayAnswer;
  /** Refused by the rate limit, with a retry later. */
  turnedAway?: boolean;
};
