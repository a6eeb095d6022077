import { closeBatch } from "#e2e/sandbox/payments.ts";
import { waitAtMost } from "#e2e/support/until.ts";
import { type Audit, addAudit, audit, emptyAudit } from "./audit.ts";
import { faultsOf, lateAndListless } from "./faults.ts";
import type { TestClientAnswer } from "./harness/test-client.ts";
import { inGroups, inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import type { Fault } from "./proxies/fault.ts";
import { openSilentPort } from "./proxies/silent-port.ts";
import { type Scenario, type ScenarioSettings, startScenario } from "./scenario.ts";
import { prepareSubmits, type Submission, type SubmissionName, submissionNames } from "./submissions.ts";

type Narrowed = Pick<ScenarioSettings, "mutant" | "client"> & {
  faults?: readonly string[];
  commands?: readonly SubmissionName[];
};

/** Every fault × every money command, each form submitted twice: a correct first answer, and the true outcome in the end. */
export async function proveFaultGrid({ size, ...narrowed }: ProofOptions & Narrowed): Promise<ProofReport> {
  const faults = narrowed.faults
    ? [...faultsOf(size), lateAndListless].filter(({ name }) => narrowed.faults?.includes(name))
    : faultsOf(size);
  const cases = faults.map((fault, index) => ({
    fault,
    names: narrowed.commands ?? commandsFor(size, index),
  }));
  const waves = size === "full" ? 5 : 1;
  const groups = size === "full" ? cases.map((one) => [one]) : shareConsoles(cases);
  const rows = await inTurns(groups, 6, (group) => proveGroup(group, waves, narrowed));
  const sum = rows.reduce(addAudit, emptyAudit);
  const misnamed = rows.reduce((total, row) => total + row.misnamed, 0);
  const commands = new Set(cases.flatMap(({ names }) => names)).size;
  return {
    figures: [
      {
        what: "faults, money commands, submissions in all",
        value: `${faults.length}, ${commands}, ${sum.submissions}`,
        expected: "",
      },
      { what: "sent more than once or done twice", value: sum.doubled, expected: "0" },
      { what: "done, and not recorded", value: sum.lost, expected: "0" },
      { what: "called by the wrong word at first", value: misnamed, expected: "0" },
      { what: "wrong screens after resolution", value: sum.wrong, expected: "0" },
      { what: "provable, and still unknown", value: sum.unsettled, expected: "0" },
      { what: "not provable either way, left to a person", value: sum.open, expected: "" },
    ],
    broken: sum.broken,
  };
}

type Case = { fault: Fault; names: readonly SubmissionName[] };
type Row = Audit & { misnamed: number };

/** All of them four times a wave; in the small size each fault meets a third of them, and each of them a third of the faults. */
function commandsFor(size: ProofOptions["size"], index: number): readonly SubmissionName[] {
  if (size === "full") return Array.from({ length: 4 }, () => submissionNames).flat();
  return submissionNames.filter((_, place) => (place + index) % 3 === 0);
}

const maxFaultsAConsole = 6;

/** Faults that need the same settings share one console: they run one after the other and are awaited together. */
function shareConsoles(cases: readonly Case[]): Case[][] {
  const groups = Map.groupBy(cases, ({ fault }) => `${fault.timeoutMs} ${fault.address}`);
  return [...groups.values()].flatMap((group) => inGroups(group, maxFaultsAConsole));
}

async function proveGroup(cases: readonly Case[], waves: number, { mutant, client }: Narrowed): Promise<Row> {
  const [first] = cases;
  if (!first) throw new Error("there is no fault to meet");
  const { fault } = first;
  const silent = fault.address === "silent" ? await openSilentPort() : undefined;
  const gatewayUrl =
    silent?.url ?? (fault.address === "unknown name" ? "https://gateway.invalid/api/v2" : undefined);
  const scenario = await startScenario({ timeoutMs: fault.timeoutMs, gatewayUrl, mutant, client });
  try {
    let sum: Row = { ...emptyAudit, misnamed: 0 };
    for (let wave = 0; wave < waves; wave += 1) {
      const met: Met[] = [];
      for (const each of cases) met.push(await meetFault(scenario, each));
      for (const each of met) sum = add(sum, await judgeFault(scenario, each));
    }
    return sum;
  } finally {
    await scenario.stop();
    await silent?.close();
  }
}

type Met = {
  fault: Fault;
  submissions: Submission[];
  words: string[];
  /** How many commands reached the fault. */
  reached: number;
};

async function meetFault(scenario: Scenario, { fault, names }: Case): Promise<Met> {
  const { proxy } = scenario;
  const submissions = await prepareSubmits(scenario.sandbox, names);
  await proxy.arm(fault);
  const first = await pressAll(scenario, submissions);
  const again = await pressAll(scenario, submissions);
  if (fault.outage) await outlive(proxy);
  if (fault.closing) await closeBatch(scenario.sandbox);
  // Commands that are still delayed keep their fault.
  if (!fault.listless) await proxy.lift();
  const arrived = new Set(proxy.posts.map(({ marker }) => marker));
  const words = submissions.flatMap((submission, index) => {
    const answer = first[index];
    // On a busy machine a connection may come too late: "unsent" is then correct.
    const unsent = answer && "attempt" in answer && answer.attempt.state === "unsent";
    if (unsent && !arrived.has(submission.plan.attemptId)) return [];
    return misnamed(submission, fault, answer, again[index]);
  });
  const reached = submissions.filter(({ plan }) => arrived.has(plan.attemptId)).length;
  return { fault, submissions, words, reached };
}

async function judgeFault(scenario: Scenario, { fault, submissions, words, reached }: Met): Promise<Row> {
  const sum = await audit(scenario, submissions);
  const blunt =
    fault.taken === undefined || sum.done === (fault.taken ? reached : 0)
      ? []
      : [`the fault is not what its name says: ${sum.done} of ${reached} were done`];
  if (fault.meet && reached < submissions.length / 2)
    blunt.push(`only ${reached} of ${submissions.length} came as far as the fault`);
  const broken = [...blunt, ...words, ...sum.broken].map((each) => `${fault.name}: ${each}`);
  return { ...sum, misnamed: words.length, broken };
}

function add(sum: Row, next: Row): Row {
  return { ...addAudit(sum, next), misnamed: sum.misnamed + next.misnamed };
}

/** Waits until several lookups have found nothing. */
async function outlive(proxy: Scenario["proxy"]): Promise<void> {
  const since = Date.now();
  await waitAtMost(async () => proxy.brokenReads >= 4 && Date.now() - since > 3500, 30_000);
}

function pressAll(
  { harness }: Scenario,
  submissions: readonly Submission[],
): Promise<(TestClientAnswer | undefined)[]> {
  return inTurns(submissions, 24, ({ plan }) => harness.submit({ kind: "plan", plan }));
}

function misnamed(
  { name }: Submission,
  fault: Fault,
  first: TestClientAnswer | undefined,
  again: TestClientAnswer | undefined,
): string[] {
  if (!first || !("attempt" in first)) return [`${name}: no attempt, but ${JSON.stringify(first)}`];
  const { state, reference } = first.attempt;
  if (!fault.right.includes(state)) return [`${name}: called ${state}, not ${fault.right.join(" or ")}`];
  if (!again || !("attempt" in again) || again.attempt.reference !== reference)
    return [`${name}: the same form again was another attempt`];
  return [];
}
