import { setTimeout as delay } from "node:timers/promises";
import { waitAtMost } from "#e2e/support/until.ts";
import { drawFrom, inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { readRecords } from "./record.ts";
import { startScenario } from "./scenario.ts";
import { prepareSubmits, type Submission } from "./submissions.ts";

const timeoutMs = 5000;
/** The shortest that the settings allow. */
const waitSeconds = 5;
const perRound = 25;
/** Past the end of the wait too: the stop and the sending meet at the same moment. */
const stopWithinMs = 5_300;

/**
 * Credits that wait are stopped at random instants, in rounds of 25; every fifth round the console is killed while they
 * wait. Compared with the gateway's own record.
 */
export async function proveDelayedRefunds({ size, seed }: ProofOptions): Promise<ProofReport> {
  const rounds = size === "full" ? 40 : 2;
  const groups = Array.from({ length: size === "full" ? 4 : 1 }, (_, group) => group);
  const sums = await inTurns(groups, 2, (group) =>
    proveGroup(rounds / groups.length, drawFrom(seed + group)),
  );
  const total = (name: Exclude<keyof Sum, "broken">) => sums.reduce((sum, one) => sum + one[name], 0);
  return {
    figures: [
      { what: "credits that waited", value: total("waited"), expected: size === "full" ? "1000" : "50" },
      { what: "killed while they waited", value: `${total("kills")} ×`, expected: "" },
      { what: "stopped, and confirmed", value: total("stopped"), expected: "" },
      { what: "sent after a confirmed stop", value: total("sentAfterStop"), expected: "0" },
      { what: "sent more than once", value: total("doubled"), expected: "0" },
      { what: "sent once", value: total("sent"), expected: "" },
      { what: "never left, since the console was killed", value: total("lostToKill"), expected: "" },
      { what: "neither stopped nor sent, without a kill", value: total("missing"), expected: "0" },
    ],
    broken: sums.flatMap(({ broken }) => broken),
  };
}

type Sum = {
  waited: number;
  kills: number;
  stopped: number;
  sentAfterStop: number;
  doubled: number;
  sent: number;
  lostToKill: number;
  missing: number;
  broken: string[];
};

async function proveGroup(rounds: number, draw: () => number): Promise<Sum> {
  const scenario = await startScenario({ timeoutMs, refundDelaySeconds: waitSeconds });
  const sum: Sum = {
    waited: 0,
    kills: 0,
    stopped: 0,
    sentAfterStop: 0,
    doubled: 0,
    sent: 0,
    lostToKill: 0,
    missing: 0,
    broken: [],
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const forms = await prepareSubmits(
        scenario.sandbox,
        Array.from({ length: perRound }, () => "cc:credit" as const),
      );
      const isKilled = round % 5 === 1;
      const stopped = new Set<string>();
      const { harness } = scenario;
      const run = async ({ plan }: Submission) => {
        await harness.submit({ kind: "plan", plan });
        // Half of them are left alone.
        if (draw() < 0.5) return;
        await delay(draw() * stopWithinMs);
        const answer = await harness.submit({ kind: "stop", attemptId: plan.attemptId });
        if (answer && "attempt" in answer && answer.attempt.state === "unsent") stopped.add(plan.attemptId);
      };
      const running = forms.map(run);
      if (isKilled) {
        await delay(draw() * stopWithinMs);
        await harness.stop();
        await Promise.all(running);
        await harness.start();
        sum.kills += 1;
      } else await Promise.all(running);
      await settle(scenario, forms);
      await count({ sum, scenario, forms, stopped, isKilled });
    }
    return sum;
  } finally {
    await scenario.stop();
  }
}

const openStates = ["prepared", "sent", "unknown"];

/** Until each has an outcome: one that was sent as the console died is looked up. */
async function settle(
  { harness, patienceMs }: Awaited<ReturnType<typeof startScenario>>,
  forms: readonly Submission[],
): Promise<void> {
  const ids = new Set(forms.map(({ plan }) => plan.attemptId));
  await waitAtMost(async () => {
    const rows = (await harness.known()).filter(({ id }) => ids.has(id));
    return rows.every(({ state }) => !openStates.includes(state));
  }, patienceMs);
}

async function count({
  sum,
  scenario,
  forms,
  stopped,
  isKilled,
}: {
  sum: Sum;
  scenario: Awaited<ReturnType<typeof startScenario>>;
  forms: readonly Submission[];
  stopped: ReadonlySet<string>;
  isKilled: boolean;
}): Promise<void> {
  const records = await readRecords(scenario, forms);
  const known = new Map((await scenario.harness.known()).map((row) => [row.id, row]));
  for (const { plan } of forms) {
    const id = plan.attemptId;
    const record = records.get(id);
    const times = Math.max(
      record?.times ?? 0,
      scenario.proxy.posts.filter(({ marker }) => marker === id).length,
    );
    const { state, moved } = known.get(id) ?? {};
    sum.waited += 1;
    if (times > 1) {
      sum.doubled += 1;
      sum.broken.push(`${id} was sent ${times} ×`);
    }
    if (stopped.has(id)) {
      sum.stopped += 1;
      if (times === 0 && state === "unsent") continue;
      sum.sentAfterStop += 1;
      sum.broken.push(`${id} was stopped, and sent ${times} ×; the journal says ${state}`);
    } else if (times === 1) {
      sum.sent += 1;
      const isWrong = state === "unsent" || (state === "resolved" && moved !== record?.moved);
      if (isWrong) sum.broken.push(`${id} was sent, and the journal says ${state}, moved: ${moved}`);
    } else if (isKilled && mayEndUnsent(state, moved)) sum.lostToKill += 1;
    else if (times === 0) {
      sum.missing += 1;
      sum.broken.push(`${id} was neither stopped nor sent; the journal says ${state}, moved: ${moved}`);
    }
  }
}

/**
 * How one may end whose console was killed before the request had left: recorded as waiting, not at all, or as sent, and
 * then looked up and not found.
 */
const mayEndUnsent = (state: string | undefined, moved: boolean | undefined): boolean =>
  state === undefined || state === "unsent" || (state === "resolved" && moved === false);
