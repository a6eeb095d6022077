import type { SourcePatch } from "./patch-sources.ts";
import type { SubmissionName } from "./submissions.ts";

/** A mistake that a later change could make, and the small run of a part that must detect it. */
export type Mutant = {
  name: string;
  patches: readonly [SourcePatch, ...SourcePatch[]];
  probe: Probe;
};

export type Probe = { commands?: readonly SubmissionName[] } & (
  | { part: "fault grid"; faults: readonly string[] }
  | { part: "crash points"; points: readonly string[] }
  | { part: "two consoles"; scenes: readonly string[] }
  | { part: "events and duplicates"; scenes: readonly string[] }
);

const run = "server/payments/submit.ts";
const prepare = "server/payments/prepare.ts";
const hooks = "server/payments/send-hooks.ts";
const sendMoney = "server/gateway-client/send-money.ts";
const exchange = "server/gateway-client/exchange.ts";
const lookups = "server/payments/lookup/run-lookups.ts";
const list = "server/payments/lookup/lookup-in-list.ts";
const batches = "server/payments/lookup/lookup-in-batches.ts";
const original = "server/payments/lookup/lookup-original.ts";
const judge = "server/payments/lookup/judge-original.ts";
const resolveByReference = "server/payments/lookup/resolve-by-reference.ts";
const interrupted = "server/payments/recovery/interrupted.ts";
const readAnswer = "server/gateway-client/read-answer.ts";

const oneHost = "of await hostsToTry()) {";
const again = "of [...(await hostsToTry()), ...(await hostsToTry())]) {";
const onlyUnsent = 'if (last.kind !== "unsent") return last;';

/** Each is applied alone. The texts are short, so that one that no longer matches is easy to update. */
export const mutants: readonly Mutant[] = [
  {
    name: "the intent is not written down",
    patches: [
      patch(prepare, "await insertPrepared(", "await ((..._) => Promise.resolve())("),
      patch(hooks, "return this.hasLeft;", "return true;"),
    ],
    probe: { part: "crash points", points: ["sent"], commands: ["sale"] },
  },
  {
    name: "a reset is tried again",
    patches: [
      patch(sendMoney, oneHost, again),
      patch(sendMoney, onlyUnsent, 'if (last.kind === "reply") return last;'),
    ],
    probe: { part: "fault grid", faults: ["reset after commit"], commands: ["sale", "refund"] },
  },
  {
    name: "a kept-alive connection that closes is tried again, as HTTP clients do",
    patches: [
      patch(
        "server/gateway-client/send.ts",
        'usesFreshConnection: request.priority === "money"',
        "usesFreshConnection: false",
      ),
      patch(sendMoney, oneHost, again),
      patch(sendMoney, onlyUnsent, 'if (last.kind === "reply" || last.reason !== "reset") return last;'),
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
        lookups,
        'if (list.kind === "unavailable") {',
        'if (list.kind === "unavailable") { for (const { row } of candidates) await resolveAs(row, toNotFound(row, "time", context.clock()), context);',
      ),
    ],
    probe: { part: "fault grid", faults: ["reset after commit, then an outage"], commands: ["sale"] },
  },
  {
    name: "time alone decides",
    patches: [patch(original, 'judgment === "unchanged" && at >= until', 'judgment === "unchanged"')],
    probe: { part: "fault grid", faults: ["delivered after the first look for it"], commands: ["void"] },
  },
  {
    name: "another payment of the same amount is taken for it",
    patches: [
      patch(
        resolveByReference,
        "await context.records.byReference([...carriers.keys()])",
        "[...(await context.records.byReference([...carriers.keys()])), ...(await context.records.due(Date.now()))]",
      ),
      patch(
        resolveByReference,
        "carriers.get(attempt.reference)",
        "(carriers.get(attempt.reference) ?? transactions.find(({ amount }) => Number(amount) * 100 === attempt.amount_cents))",
      ),
    ],
    probe: { part: "fault grid", faults: ["reset before commit"], commands: ["void", "sale"] },
  },
  {
    name: "a declined answer that was lost is called a charge",
    patches: [
      patch("server/payments/lookup/resolution.ts", "return !isFailedCode(", "return true || !isFailedCode("),
    ],
    probe: { part: "fault grid", faults: ["reset after commit"], commands: ["a declined sale"] },
  },
  {
    name: "a closed batch is taken for the void it hides",
    patches: [
      patch(
        judge,
        "judge(!isVoided(before) && isVoided(after),",
        "judge(before.status_code !== after.status_code,",
      ),
    ],
    probe: { part: "fault grid", faults: ["reset before commit, then the batch closes"], commands: ["void"] },
  },
  {
    name: "the form's attemptId is ignored",
    patches: [
      patch(
        run,
        "const digest = await digestOfRequest(",
        "plan = { ...plan, attemptId: crypto.randomUUID() };const digest = await digestOfRequest(",
      ),
    ],
    probe: { part: "fault grid", faults: ["reset before commit"], commands: ["sale"] },
  },
  {
    name: "what was sent is called unsent after a crash",
    patches: [
      patch(
        interrupted,
        'state: "unknown", problem: JSON.stringify({ message: reason.sent }), next_lookup_at: at',
        'state: "unsent", problem: JSON.stringify({ message: reason.sent })',
      ),
    ],
    probe: { part: "crash points", points: ["committed but unanswered"], commands: ["sale"] },
  },
  {
    name: "what was only prepared is called unknown after a crash",
    patches: [patch(interrupted, '{ state: "unsent", outcome_at: at,', '{ state: "unknown",')],
    probe: { part: "crash points", points: ["intent written"], commands: ["sale"] },
  },
  {
    name: "what was sent is left alone after a crash",
    patches: [
      patch(
        "server/payments/attempts/attempts-without-outcome.ts",
        'selectAwaited().where("state", "in", awaitedStates).where("process_id", "not in", living)',
        'selectAwaited().where("state", "in", ["prepared"]).where("process_id", "not in", living)',
      ),
    ],
    probe: { part: "crash points", points: ["sent"], commands: ["sale"] },
  },
  {
    name: "the index of running actions is missing",
    patches: [
      patch(
        "server/db/tables/payments/attempts.ts",
        "create unique index attempts_running",
        "create index attempts_running",
      ),
    ],
    probe: { part: "two consoles", scenes: ["refunds of one sale from both"] },
  },
  {
    name: "a living process's payment is taken for interrupted",
    patches: [
      patch(
        "server/payments/attempts/attempts-without-outcome.ts",
        '.where("process_id", "not in", living)',
        "",
      ),
    ],
    probe: { part: "two consoles", scenes: ["a slow answer is left to the process that waits for it"] },
  },
  {
    name: "no charge is found before the processing time is over",
    patches: [
      patch(
        list,
        "at >= provenFrom(row, timeoutMs) && at - lag >= processedBy(row, timeoutMs)",
        "at > processedBy(row, -timeoutMs) && lag !== provenFrom(row, 0)",
      ),
    ],
    probe: { part: "fault grid", faults: ["delivered after the first look for it"], commands: ["sale"] },
  },
  {
    name: "an open batch is taken for the last word",
    patches: [
      patch(
        batches,
        "at >= provenFrom(row, context.timeoutMs) ?",
        "at > provenFrom(row, -context.timeoutMs) ?",
      ),
      patch(lookups, "one !== undefined && isFinal(one)", "one !== undefined && one.walked"),
    ],
    probe: {
      part: "fault grid",
      faults: ["delivered after the first look for it, no list"],
      commands: ["sale"],
    },
  },
  {
    name: "the limiter counts for its process alone",
    patches: [
      patch(
        "server/gateway-client/rate-limit/limiter.ts",
        "isPostgres(store) ? postgresStore(store) : memoryStore(store)",
        "isPostgres(store) ? memoryStore(store) : postgresStore(store)",
      ),
      patch(
        "server/gateway-client/rate-limit/observe.ts",
        "place < counted; place += 1",
        "place < 0; place += 1",
      ),
    ],
    probe: { part: "two consoles", scenes: ["one limit for both"] },
  },
  {
    // Either alone is enough: the lock of the audit log lets the check read what was recorded before.
    name: "neither the index nor the check in the commit refuses a duplicate",
    patches: [
      patch(
        "server/payments/duplicate-guard.ts",
        "(limit && (await findOverLimit(store, id, limit))) ?? (await findStop(store, same, guard))",
        "(limit && (await findOverLimit(store, id, limit)))",
      ),
      patch(
        "server/db/tables/payments/attempts.ts",
        "create unique index attempts_blocking_duplicates",
        "create index attempts_blocking_duplicates",
      ),
    ],
    probe: { part: "two consoles", scenes: ["one card and amount from both"] },
  },
  {
    name: "an event is believed without reading the payment",
    patches: [
      patch(
        "server/webhooks/check.ts",
        'const outcome = await read("getTransaction", { segments: { trankey: key }, priority });',
        'const outcome: any = { kind: "answered", askedAt: Date.now(), value: { key, ...JSON.parse(events[0]?.row.body ?? "").event_body.object.data } };',
      ),
    ],
    probe: { part: "events and duplicates", scenes: ["an event that is not true"] },
  },
  {
    name: "an event that comes twice counts twice",
    patches: [
      patch("server/webhooks/to-new-event.ts", "event_id: eventId(text) ??", "event_id: Math.random() +"),
    ],
    probe: { part: "events and duplicates", scenes: ["an event that comes twice"] },
  },
  {
    name: "the gateway's word for a duplicate is not heeded: the first payment is taken for ours",
    patches: [
      patch(
        "server/payments/record-outcome.ts",
        "answer: JSON.stringify(transaction),",
        'answer: JSON.stringify({ ...transaction, is_duplicate: "N" }),',
      ),
    ],
    probe: { part: "events and duplicates", scenes: ["a duplicate"] },
  },
];

export function mutantPatches(name: string): readonly SourcePatch[] {
  const mutant = mutants.find((each) => each.name === name);
  if (!mutant) throw new Error(`There is no mutant "${name}".`);
  return mutant.patches;
}

function patch(file: string, find: string, replace: string): SourcePatch {
  return { file, find, replace };
}
