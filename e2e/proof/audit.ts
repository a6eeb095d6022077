import { isDeepStrictEqual } from "node:util";
import { waitAtMost } from "#e2e/support/until.ts";
import { commands } from "#lib/gateway/commands.ts";
import type { RunningHarness } from "./harness/running-harness.ts";
import type { Known } from "./harness/test-client.ts";
import { type GatewayRecord, readRecords } from "./record.ts";
import type { Scenario } from "./scenario.ts";
import type { Submission } from "./submissions.ts";

/** The outcomes of a set of submissions, each counted once under its worst finding. */
export type Audit = {
  submissions: number;
  /** Processed by the gateway, including declines. */
  done: number;
  /** Of those, where money moved. */
  moved: number;
  /** Sent, or done at the gateway, more than once. */
  doubled: number;
  /** Done at the gateway, and the journal does not know of it. */
  lost: number;
  /** The journal, and so the screen, says something else than the gateway's record. */
  wrong: number;
  /** Evidence is there, and it stayed unknown. */
  unsettled: number;
  /** Nothing proves it either way: a person decides, or the end of its batch. */
  open: number;
  broken: string[];
};

/**
 * Waits until the journal has settled what can be settled, and compares it with the gateway's own record.
 * The faults have to be lifted.
 */
export async function audit(scenario: Scenario, submissions: readonly Submission[]): Promise<Audit> {
  const { patienceMs } = scenario;
  await waitAtMost(async () => scenario.proxy.idle, patienceMs);
  const records = await readRecords(scenario, submissions);
  const recordOf = ({ plan }: Submission) =>
    records.get(plan.attemptId) ?? { times: 0, moved: false, isProvable: false };
  const settled = async () => {
    const known = await readAttempts(scenario.harness);
    return submissions.every((each) => isOver(known.get(each.plan.attemptId), recordOf(each)));
  };
  await waitAtMost(settled, patienceMs);
  const known = await readAttempts(scenario.harness);
  const sum: Audit = {
    ...emptyAudit,
    submissions: submissions.length,
    done: [...records.values()].filter(({ times }) => times > 0).length,
    moved: [...records.values()].filter(({ moved }) => moved).length,
    broken: [],
  };
  for (const submission of submissions) {
    const row = known.get(submission.plan.attemptId);
    const record = recordOf(submission);
    const isCardSaved = submissions.some((other) => isSameCard(submission, other) && recordOf(other).moved);
    const sent = scenario.proxy.posts.filter(
      ({ marker, turnedAway }) => marker === submission.plan.attemptId && !turnedAway,
    ).length;
    const verdict = judge(submission, row, { ...record, isCardSaved }, sent);
    if (!verdict) continue;
    sum[verdict] += 1;
    if (verdict !== "open")
      sum.broken.push(
        `${submission.name}: ${verdict} (sent ${sent} ×, done ${record.times} ×${record.moved ? "" : ", no money moved"}, the journal says ${row ? describeRow(row) : "nothing"})`,
      );
  }
  return sum;
}

/** Adds what another audit counted. */
export function addAudit(sum: Audit, other: Audit): Audit {
  return {
    submissions: sum.submissions + other.submissions,
    done: sum.done + other.done,
    moved: sum.moved + other.moved,
    doubled: sum.doubled + other.doubled,
    lost: sum.lost + other.lost,
    wrong: sum.wrong + other.wrong,
    unsettled: sum.unsettled + other.unsettled,
    open: sum.open + other.open,
    broken: [...sum.broken, ...other.broken],
  };
}

export const emptyAudit: Audit = {
  submissions: 0,
  done: 0,
  moved: 0,
  doubled: 0,
  lost: 0,
  wrong: 0,
  unsettled: 0,
  open: 0,
  broken: [],
};

async function readAttempts(harness: RunningHarness): Promise<Map<string, Known>> {
  return new Map((await harness.known()).map((row) => [row.id, row]));
}

const statesWithoutOutcome = ["prepared", "sent", "unknown"];

/** Whether nothing more can be expected to happen to it. */
function isOver(row: Known | undefined, record: GatewayRecord): boolean {
  if (!row) return true;
  if (row.state === "unknown") return !record.isProvable;
  return !statesWithoutOutcome.includes(row.state);
}

function judge(
  { command }: Submission,
  row: Known | undefined,
  record: GatewayRecord & { isCardSaved: boolean },
  sent: number,
): "doubled" | "lost" | "wrong" | "unsettled" | "open" | undefined {
  if (sent > 1 || record.times > 1) return "doubled";
  if (!row) return record.times > 0 ? "lost" : undefined;
  switch (row.state) {
    case "prepared":
    case "sent":
      return "unsettled";
    case "unknown":
      return record.isProvable ? "unsettled" : "open";
    case "refused":
    case "unsent":
      return record.times > 0 ? "wrong" : undefined;
    case "answered":
      return (row.result === "A" || row.result === "P") === record.moved ? undefined : "wrong";
    case "resolved":
      // Of a saved card whose answer is lost the journal says that no money moved and no token came back, or that the same
      // card has been saved since, which another submission may have done.
      if (commands[command].money === "none") return row.moved && !record.isCardSaved ? "wrong" : undefined;
      return row.moved === record.moved ? undefined : "wrong";
  }
}

const isSameCard = (one: Submission, other: Submission) =>
  one.command === other.command && isDeepStrictEqual(one.plan.body.creditcard, other.plan.body.creditcard);

function describeRow({ state, moved, result, steps }: Known): string {
  const words = state === "resolved" ? `, money ${moved ? "moved" : "did not move"}` : "";
  return `${state}${words}${result ? `, result ${result}` : ""} after ${steps.join(" → ")}`;
}
