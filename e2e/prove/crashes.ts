import { setTimeout as delay } from "node:timers/promises";
import { type Audit, addAudit, audit, emptyAudit } from "./audit.ts";
import { type CrashPoint, crashPoints } from "./crash-points.ts";
import { faultsOf } from "./faults.ts";
import { drawFrom, inGroups, inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { prepareSubmissions, type Submission, type SubmissionName, submissionNames } from "./submissions.ts";
import { startWorld, type World } from "./world.ts";

type Narrowed = {
  bug?: string;
  points?: readonly string[];
  commands?: readonly SubmissionName[];
  /** How often it is killed at a random moment. */
  randomKills?: number;
};

const timeoutMs = 5000;

/** `kill -9` at every point of a money command's way × every money command, and at random moments under load. */
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
    inTurns(inGroups(cases, size === "full" ? 24 : 7), 4, (group) => proveCases(group, narrowed.bug)),
    proveUnderLoad(kills, seed, narrowed.bug),
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
      { what: "done, and not in the journal", value: sum.lost, expected: "0" },
      { what: "journal and record disagree", value: sum.wrong, expected: "0" },
      { what: "provable, and still unknown", value: sum.unsettled, expected: "0" },
      { what: "not provable either way, left to a person", value: sum.open, expected: "" },
    ],
    broken: sum.broken,
  };
}

type Case = { point: CrashPoint; name: SubmissionName };

/** In the small size each point meets two commands, so that all commands are met. */
function commandsFor(size: ProofOptions["size"], index: number): readonly SubmissionName[] {
  if (size === "full") return submissionNames;
  return [0, 1].map((more) => submissionNames[(2 * index + more) % submissionNames.length] ?? "sale");
}

/** One console is killed again and again on the same store. */
async function proveCases(cases: readonly Case[], bug: string | undefined): Promise<Audit> {
  const world = await startWorld({ timeoutMs, bug });
  try {
    const submissions = await prepareSubmissions(
      world.sandbox,
      cases.map(({ name }) => name),
    );
    const words: string[] = [];
    for (const [index, { point }] of cases.entries()) {
      // As many as cases, in their order.
      const submission = submissions[index] as Submission;
      const told = await crash(world, point, submission);
      words.push(...told.map((each) => `killed at "${point.name}": ${each}`));
    }
    const sum = await audit(world, submissions);
    return { ...sum, broken: [...words, ...sum.broken] };
  } finally {
    await world.stop();
  }
}

/** Dies once at the point, comes back, and gets the same form again. */
async function crash(world: World, point: CrashPoint, { name, plan }: Submission): Promise<string[]> {
  const { desk, proxy } = world;
  const press = () => desk.press({ door: "plan", plan });
  if (point.resolving) {
    // Told before there is anything to find: the resolver may be quicker than the next call.
    await desk.dieAt(point.name, plan.id);
    await proxy.arm(answerLost);
    await press();
    await proxy.lift();
  } else {
    if (point.inside) await desk.dieAt(point.name);
    if (point.stage) proxy.crash = { stage: point.stage, kill: () => desk.stop() };
    const answer = await press();
    // Without a place inside or on the way, it dies when the browser has its answer.
    if (!point.inside && !point.stage) desk.kill9();
    else if (answer) return [`${name}: it was answered, and did not die`];
  }
  const came = await desk.endsWithin(longestLifeMs);
  if (!came) await desk.stop();
  proxy.crash = undefined;
  await desk.start();
  if (!came) return [`${name}: it never came there`];
  const again = await press();
  if (!again || !("attempt" in again))
    return [`${name}: the same form again was told ${JSON.stringify(again)}`];
  const { state } = again.attempt;
  return point.right.includes(state) ? [] : [`${name}: the same form again was told ${state}`];
}

/** Longer than a money command and the resolver's next look after it take together. */
const longestLifeMs = 30_000;

// The name stands in the table.
const answerLost = faultsOf("small").find(({ name }) => name === "reset after commit") as ReturnType<
  typeof faultsOf
>[number];

const killsAWorld = 10;
const atOnce = 8;
const longestMs = 120;

async function proveUnderLoad(kills: number, seed: number, bug: string | undefined): Promise<Audit> {
  const rounds = Array.from({ length: Math.ceil(kills / killsAWorld) }, (_, round) =>
    Math.min(killsAWorld, kills - round * killsAWorld),
  );
  const worlds = rounds.map((count, round) => ({ count, draw: drawFrom(seed + round) }));
  const sums = await inTurns(worlds, 2, ({ count, draw }) => killAtRandom(count, draw, bug));
  return sums.reduce(addAudit, emptyAudit);
}

async function killAtRandom(kills: number, draw: () => number, bug: string | undefined): Promise<Audit> {
  const world = await startWorld({ timeoutMs, bug });
  const submissions: Submission[] = [];
  const words: string[] = [];
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const names = Array.from(
        { length: atOnce },
        () => submissionNames[Math.floor(draw() * submissionNames.length)] ?? "sale",
      );
      const forms = await prepareSubmissions(world.sandbox, names);
      submissions.push(...forms);
      words.push(...(await killOnce(world, forms, draw() * longestMs)));
    }
    const sum = await audit(world, submissions);
    return { ...sum, broken: [...words, ...sum.broken].map((each) => `killed under load: ${each}`) };
  } finally {
    await world.stop();
  }
}

/** What was answered before it died is answered the same after it. */
async function killOnce({ desk }: World, forms: readonly Submission[], afterMs: number): Promise<string[]> {
  const press = ({ plan }: Submission) => desk.press({ door: "plan", plan });
  const pressed = forms.map(press);
  await delay(afterMs);
  await desk.stop();
  const first = await Promise.all(pressed);
  await desk.start();
  const again = await Promise.all(forms.map(press));
  return forms.flatMap(({ name }, index) => {
    const [one, other] = [first[index], again[index]];
    if (!other || !("attempt" in other))
      return [`${name}: the same form again was told ${JSON.stringify(other)}`];
    if (!one || !("attempt" in one) || one.attempt.reference === other.attempt.reference) return [];
    return [`${name}: the same form again was another attempt`];
  });
}
