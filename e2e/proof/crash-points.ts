import type { AttemptState } from "#lib/attempt.ts";
import type { Failpoint } from "#server/failpoint.ts";

/** Where the console is killed: at a failpoint inside it, or when the proxy sees its command at some point. */
export type CrashPoint = {
  name: string;
  /** States that the same form may get when it is submitted again after the restart. */
  right: readonly AttemptState[];
  /** Where the process kills itself. */
  inside?: Failpoint;
  /** The progress of its money command when the proxy kills it. */
  stage?: ProxyStage;
  /** The answer is lost first, so that the resolver has work. */
  resolving?: true;
};

export type ProxyStage = "half" | "whole" | "committed";

const answered = ["answered"] as const;
/** It may have been sent, and the resolver may have settled it meanwhile. */
const maybe = ["unknown", "resolved"] as const;

/** In the order in which a money command reaches them. */
export const crashPoints: readonly CrashPoint[] = [
  { name: "before the intent", right: answered, inside: "payments.before-intent" },
  { name: "intent written", right: ["unsent"], inside: "payments.intent-written" },
  { name: "queued", right: ["unsent"], inside: "payments.queued" },
  { name: "about to send", right: maybe, inside: "gateway.about-to-send" },
  { name: "socket open", right: maybe, inside: "gateway.connected" },
  { name: "mid request", right: maybe, stage: "half" },
  { name: "sent", right: maybe, stage: "whole" },
  { name: "committed but unanswered", right: maybe, stage: "committed" },
  { name: "headers in", right: maybe, inside: "gateway.reply-started" },
  { name: "mid body", right: maybe, inside: "gateway.reply-body" },
  { name: "parsed", right: maybe, inside: "payments.reply-parsed" },
  { name: "stored", right: answered, inside: "payments.outcome-stored" },
  { name: "answered", right: answered },
  { name: "the resolver before a lookup", right: maybe, resolving: true, inside: "lookup.begins" },
  { name: "the resolver after a lookup", right: maybe, resolving: true, inside: "lookup.done" },
];
