import { setTimeout as delay } from "node:timers/promises";
import { type Audit, addAudit, audit, emptyAudit } from "./audit.ts";
import { type CrashPoint, crashPoints } from "./crash-points.ts";
import { faultsOf } from "./faults.ts";
import { drawFrom, inGroups, inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { type Scenario, startScenario } from "./scenario.ts";
import { prepareSubmits, type Submission, type SubmissionName, submissionNames } from "./submissions.ts";

type Narrowed = {
  mutant?: string;
  points?: readonly string[];
  commands?: readonly SubmissionName[];
  /** How often it is killed at a random moment. */
  randomKills?: number;
};

const timeoutMs = 5000;

/** `kill -9` at every step of a money command × every money command, and at random moments under load. */
export async function proveCrashes({
  size,
  seed,
  ...narrowed
}: ProofOptions & Narrowed): Promise<ProofReport> {
  const points = crashPoints.filter(({ name }) => narrowed.points?.includes(name) ?? true);
  const cases = points.flatMap((point, index) =>
    (narrowed.commands ?? commandsFor(size, index)).map((name) => ({ point, name })),
  );
  const kills = narrowed.randomKills ?? (size === "full" ? 500 : 15);
  const [rows, load] = await Promise.all([
    inTurns(inGroups(cases, size === "full" ? 24 : 7), 4, (group) => proveCases(group, narrowed.mutant)),
    proveUnderLoad(kills, seed, narrowed.mutant),
  ]);
  const sum = [...rows, load].reduce(addAudit, emptyAudit);
  return {
    figures: [
      { what: "killed at a named point", value: `${points.length} points, ${cases.length} ×`, expected: "" },
      {
        what: "killed at a random moment under load",
        value: `${kills} ×, ${load.submissions} submissions`,
        expected: "",
      },
      { what: "sent more than once or done twice", value: sum.doubled, expected: "0" },
      { what: "done, and not recorded", value: sum.lost, expected: "0" },
      { what: "the record and the gateway disagree", value: sum.wrong, expected: "0" },
      { what: "provable, and still unknown", value: sum.unsettled, expected: "0" },
      { what: "not provable either way, left to a person", value: sum.open, expected: "" },
    ],
    broken: sum.broken,
  };
}

type Case = { point: CrashPoint; name: SubmissionName };

/** In the small size each point runs two commands, so that all commands are covered. */
function commandsFor(size: ProofOptions["size"], index: number): readonly SubmissionName[] {
  if (size === "full") return submissionNames;
  return [0, 1].map((more) => submissionNames[(2 * index + more) % submissionNames.length] ?? "sale");
}

/** One console is killed repeatedly on the same store. */
async function proveCases(cases: readonly Case[], mutant: string | undefined): Promise<Audit> {
  const scenario = await startScenario({ timeoutMs, mutant });
  try {
    const submissions = await prepareSubmits(
      scenario.sandbox,
      cases.map(({ name }) => name),
    );
    const words: string[] = [];
    for (const [index, { point }] of cases.entries()) {
      // One per case, in the same order.
      const submission = submissions[index] as Submission;
      const problems = await crash(scenario, point, submission);
      words.push(...problems.map((each) => `killed at "${point.name}": ${each}`));
    }
    const sum = await audit(scenario, submissions);
    return { ...sum, broken: [...words, ...sum.broken] };
  } finally {
    await scenario.stop();
  }
}

/** Dies once at the point, restarts, and gets the same form again. */
async function crash(scenario: Scenario, point: CrashPoint, { name, plan }: Submission): Promise<string[]> {
  const { harness, proxy } = scenario;
  const submit = () => harness.submit({ kind: "plan", plan });
  if (point.resolving && point.inside) {
    // Armed before there is anything to find: the resolver may be faster than the next call.
    await harness.dieAt(point.inside, plan.attemptId);
    await proxy.arm(answerLost);
    await submit();
    await proxy.lift();
  } else {
    if (point.inside) await harness.dieAt(point.inside);
    if (point.stage) proxy.crash = { stage: point.stage, kill: () => harness.stop() };
    const answer = await submit();
    // Without a failpoint or proxy step, it dies after the browser has its answer.
    if (!point.inside && !point.stage) harness.kill9();
    else if (answer) return [`${name}: it was answered, and did not die`];
  }
  const came = await harness.endsWithin(longestLifeMs);
  if (!came) await harness.stop();
  proxy.crash = undefined;
  await harness.start();
  if (!came) return [`${name}: it never came there`];
  const again = await submit();
  if (!again || !("attempt" in again)) return [`${name}: the same form again got ${JSON.stringify(again)}`];
  const { state } = again.attempt;
  return point.right.includes(state) ? [] : [`${name}: the same form again got ${state}`];
}

/** Longer than a money command plus the resolver's next lookup. */
const longestLifeMs = 30_000;

// The table has this name.
const answerLost = faultsOf("small").find(({ name }) => name === "reset after commit") as ReturnType<
  typeof faultsOf
>[number];

const killsPerScenario = 10;
const atOnce = 8;
const longestMs = 120;

async function proveUnderLoad(kills: number, seed: number, mutant: string | undefined): Promise<Audit> {
  const rounds = Array.from({ length: Math.ceil(kills / killsPerScenario) }, (_, round) =>
    Math.min(killsPerScenario, kills - round * killsPerScenario),
  );
  const scenarios = rounds.map((count, round) => ({ count, draw: drawFrom(seed + round) }));
  const sums = await inTurns(scenarios, 2, ({ count, draw }) => killAtRandom(count, draw, mutant));
  return sums.reduce(addAudit, emptyAudit);
}

async function killAtRandom(kills: number, draw: () => number, mutant: string | undefined): Promise<Audit> {
  const scenario = await startScenario({ timeoutMs, mutant });
  const submissions: Submission[] = [];
  const words: string[] = [];
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const names = Array.from(
        { length: atOnce },
        () => submissionNames[Math.floor(draw() * submissionNames.length)] ?? "sale",
      );
      const forms = await prepareSubmits(scenario.sandbox, names);
      submissions.push(...forms);
      words.push(...(await killOnce(scenario, forms, draw() * longestMs)));
    }
    const sum = await audit(scenario, submissions);
    return { ...sum, broken: [...words, ...sum.broken].map((each) => `killed under load: ${each}`) };
  } finally {
    await scenario.stop();
  }
}

/** An answer from before the crash is the same after it. */
async function killOnce(
  { harness }: Scenario,
  forms: readonly Submission[],
  afterMs: number,
): Promise<string[]> {
  const submit = ({ plan }: Submission) => harness.submit({ kind: "plan", plan });
  const submitted = forms.map(submit);
  await delay(afterMs);
  await harness.stop();
  const first = await Promise.all(submitted);
  await harness.start();
  const again = await Promise.all(forms.map(submit));
  return forms.flatMap(({ name }, index) => {
    const [one, other] = [first[index], again[index]];
    if (!other || !("attempt" in other)) return [`${name}: the same form again got ${JSON.stringify(other)}`];
    if (!one || !("attempt" in one) || one.attempt.reference === other.attempt.reference) return [];
    return [`${name}: the same form again was another attempt`];
  });
}
