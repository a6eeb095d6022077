import type { SourcePatch } from "./patch-sources.ts";
import type { SubmissionName } from "./submissions.ts";

/** A mistake that a later change could make, and the small run of a part that has to notice it. */
export type Bug = {
  name: string;
  patches: readonly [SourcePatch, ...SourcePatch[]];
  probe: Probe;
};

export type Probe = { commands?: readonly SubmissionName[] } & (
  | { part: "fault grid"; faults: readonly string[] }
  | { part: "crash points"; points: readonly string[] }
  | { part: "two consoles"; scenes: readonly string[] }
);

const run = "server/journal/run.ts";
const client = "server/gateway/client.ts";
const exchange = "server/gateway/exchange.ts";
const evidence = "server/journal/evidence.ts";
const resolve = "server/journal/resolve.ts";
const interrupted = "server/journal/interrupted.ts";
const readAnswer = "server/gateway/read-answer.ts";

const oneHost = "for (const base of gateway.urls) {";
const onlyUnsent = 'if (last.kind !== "unsent") break;';

/** Each is switched on alone. The texts are short: one that has moved on says so by itself. */
export const bugs: readonly Bug[] = [
  {
    name: "the intent is not written down",
    patches: [
      patch(run, "await insertPrepared(", "await ((..._) => Promise.resolve())("),
      patch(run, "if (!marked) return;", ""),
    ],
    probe: { part: "crash points", points: ["sent"], commands: ["sale"] },
  },
  {
    name: "a reset is tried again",
    patches: [
      patch(client, oneHost, again()),
      patch(client, onlyUnsent, 'if (last.kind === "reply") break;'),
    ],
    probe: { part: "fault grid", faults: ["reset after commit"], commands: ["sale", "refund"] },
  },
  {
    name: "a kept-alive connection that closes is tried again, as HTTP clients do",
    patches: [
      patch(client, "freshConnection: true", "freshConnection: false"),
      patch(client, oneHost, again()),
      patch(client, onlyUnsent, 'if (last.kind === "reply" || last.reason !== "reset") break;'),
    ],
    probe: { part: "fault grid", faults: ["empty reply"], commands: ["sale"] },
  },
  {
    name: "a 500 is called failed",
    patches: [
      patch(
        readAnswer,
        'return { kind: "unknown", reason: "server-error" };',
        'return { kind: "refused", error: { status: 500, message: "failed", code: undefined, fields: {} }, tookMs: 0 };',
      ),
    ],
    probe: { part: "fault grid", faults: ["500", "502"], commands: ["sale"] },
  },
  {
    name: "an answer that cannot be read is called failed",
    patches: [
      patch(
        readAnswer,
        'return { kind: "unknown", reason: "unreadable" };',
        'return { kind: "unsent", reason: "unreachable" };',
      ),
    ],
    probe: { part: "fault grid", faults: ["truncated JSON", "HTML page with 200"], commands: ["sale"] },
  },
  {
    name: "a timeout is called unsent",
    patches: [patch(exchange, 'connected ? { kind: "lost", reason: "timeout" } :', "false ? null :")],
    probe: { part: "fault grid", faults: ["slow headers"], commands: ["sale"] },
  },
  {
    name: "an answer that breaks off is called a refusal",
    patches: [
      patch(
        readAnswer,
        'return { kind: "unknown", reason: exchange.reason };',
        'return { kind: "refused", error: { status: 0, message: "failed", code: undefined, fields: {} }, tookMs: 0 };',
      ),
    ],
    probe: { part: "fault grid", faults: ["wrong length"], commands: ["sale"] },
  },
  {
    name: "what is not found soon is called failed",
    patches: [
      patch(
        resolve,
        'case "none":',
        'case "none": if (row.looks > 0) return settleUnchanged(row, { kind: "unchanged", text: "Not found." });',
      ),
    ],
    probe: { part: "fault grid", faults: ["reset after commit, then an outage"], commands: ["sale"] },
  },
  {
    name: "time alone decides",
    patches: [patch(evidence, "return Date.now() > over", "return true")],
    probe: { part: "fault grid", faults: ["delivered after the first look for it"], commands: ["void"] },
  },
  {
    name: "the amount decides, not the reference",
    patches: [
      patch(
        evidence,
        "carriesReference(item, row.reference)",
        "Number(item.amount) * 100 === row.amount_cents",
      ),
    ],
    probe: { part: "fault grid", faults: ["reset before commit"], commands: ["void", "sale"] },
  },
  {
    name: "a declined answer that was lost is called a charge",
    patches: [patch(resolve, "transaction.result_code === undefined ||", "true ||")],
    probe: { part: "fault grid", faults: ["reset after commit"], commands: ["a declined sale"] },
  },
  {
    name: "a closed batch is taken for the void it hides",
    patches: [
      patch(evidence, "JSON.stringify([trantype_code,", "JSON.stringify([status_code, trantype_code,"),
    ],
    probe: { part: "fault grid", faults: ["reset before commit, then the batch closes"], commands: ["void"] },
  },
  {
    name: "the form's nonce is ignored",
    patches: [
      patch(
        run,
        "const digest = await keyedDigest(JSON",
        "plan = { ...plan, id: crypto.randomUUID() };const digest = await keyedDigest(JSON",
      ),
    ],
    probe: { part: "fault grid", faults: ["reset before commit"], commands: ["sale"] },
  },
  {
    name: "what was sent is called unsent after a crash",
    patches: [
      patch(
        interrupted,
        '{ state: "unknown", problem, next_look_at: Date.now() }',
        '{ state: "unsent", problem }',
      ),
    ],
    probe: { part: "crash points", points: ["committed but unanswered"], commands: ["sale"] },
  },
  {
    name: "what was only prepared is called unknown after a crash",
    patches: [patch(interrupted, '{ state: "unsent", settled_at: Date.now(),', '{ state: "unknown",')],
    probe: { part: "crash points", points: ["intent written"], commands: ["sale"] },
  },
  {
    name: "what was sent is left alone after a crash",
    patches: [
      patch(
        interrupted,
        '.where("state", "in", ["prepared", "sent"])',
        '.where("state", "in", ["prepared"])',
      ),
    ],
    probe: { part: "crash points", points: ["sent"], commands: ["sale"] },
  },
  {
    name: "the index of running actions is missing",
    patches: [
      patch(
        "server/db/tables/attempts.ts",
        "create unique index attempts_running",
        "create index attempts_running",
      ),
    ],
    probe: { part: "two consoles", scenes: ["refunds of one sale from both"] },
  },
  {
    name: "a living process's payment is taken for interrupted",
    patches: [patch(interrupted, '.where("process_id", "not in", living)', "")],
    probe: { part: "two consoles", scenes: ["a slow answer is left to whoever waits for it"] },
  },
];

export function bugPatches(name: string): readonly SourcePatch[] {
  const bug = bugs.find((each) => each.name === name);
  if (!bug) throw new Error(`There is no bug "${name}".`);
  return bug.patches;
}

function patch(file: string, find: string, replace: string): SourcePatch {
  return { file, find, replace };
}

function again(): string {
  return "for (const base of [...gateway.urls, ...gateway.urls]) {";
}
