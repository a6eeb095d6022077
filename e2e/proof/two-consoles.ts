import { setTimeout as delay } from "node:timers/promises";
import { makeSettledSale, read } from "#e2e/sandbox/payments.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { createDatabase } from "#server/sql/test-database.ts";
import { type Audit, addAudit, audit, emptyAudit } from "./audit.ts";
import { faultsOf } from "./faults.ts";
import type { RunningHarness } from "./harness/running-harness.ts";
import { drawFrom, type ProofOptions, type ProofReport } from "./proof.ts";
import { writeAnswer } from "./proxies/chaos-proxy.ts";
import { type Scenario, startScenario } from "./scenario.ts";
import { oneCardFromBoth, oneLimitForBoth } from "./shared-promises.ts";
import { prepareSubmits, type Submission, submissionNames } from "./submissions.ts";

const timeoutMs = 6000;

type Narrowed = { mutant?: string; scenes?: readonly string[] };

/** Two consoles on one PostgreSQL keep every promise of a single one. */
export async function proveTwoConsoles({
  size,
  seed,
  postgresUrl,
  mutant,
  scenes: wanted,
}: ProofOptions & Narrowed): Promise<ProofReport> {
  if (!postgresUrl) return { figures: [], broken: [], notRun: "there is no PostgreSQL here" };
  const database = await createDatabase(postgresUrl, "proof");
  const scenario = await startScenario({ timeoutMs, harnesses: 2, databaseUrl: database.url, mutant });
  const report: ProofReport = { figures: [], broken: [] };
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      if (wanted ? !wanted.includes(name) : size === "small" && long.has(name)) continue;
      const { figures, broken } = await scene(scenario, size === "full", drawFrom(seed));
      report.figures.push(...figures);
      report.broken.push(...broken.map((words) => `${name}: ${words}`));
    }
    return report;
  } finally {
    await scenario.stop();
    await database.drop();
  }
}

type Scene = (scenario: Scenario, full: boolean, draw: () => number) => Promise<ProofReport>;

const scenes = {
  "one form, eight at once": oneForm,
  "refunds of one sale from both": refundsFromBoth,
  "a slow answer is left to the process that waits for it": slowAnswer,
  "one card and amount from both": oneCardFromBoth,
  "one limit for both": oneLimitForBoth,
  "faults and deaths": faultsAndDeaths,
} satisfies Record<string, Scene>;

/** Half a minute of waiting: in full, and where a mutant asks for it. */
const long = new Set(["one limit for both"]);

async function oneForm(scenario: Scenario, full: boolean): Promise<ProofReport> {
  const names = Array.from({ length: full ? 5 : 1 }, () => submissionNames).flat();
  const forms = await prepareSubmits(scenario.sandbox, names);
  const broken: string[] = [];
  for (const { name, plan } of forms) {
    const eight = Array.from({ length: 8 }, (_, index) =>
      harnessOf(scenario, index).submit({ kind: "plan", plan }),
    );
    const answers = await Promise.all(eight);
    const references = answers.map((answer) =>
      answer && "attempt" in answer ? answer.attempt.reference : JSON.stringify(answer),
    );
    if (new Set(references).size !== 1) broken.push(`${name}: eight submits got ${references.join(", ")}`);
  }
  const sum = await audit(scenario, forms);
  return {
    figures: [
      { what: "forms fired by eight at once", value: forms.length, expected: "" },
      { what: "of those sent or done more than once", value: sum.doubled, expected: "0" },
    ],
    broken: [...broken, ...sum.broken],
  };
}

const refundCents = 1000;
const soldCents = 4250;

async function refundsFromBoth(scenario: Scenario, full: boolean): Promise<ProofReport> {
  let sum: Audit = emptyAudit;
  const broken: string[] = [];
  const sales = full ? 20 : 2;
  scenario.proxy.maxAtOnce = 0;
  for (let sale = 0; sale < sales; sale += 1) {
    const forms = await eightRefunds(scenario);
    await Promise.all(
      forms.map(({ plan }, index) => harnessOf(scenario, index).submit({ kind: "plan", plan })),
    );
    // Those that had to wait retry from the other console.
    await Promise.all(
      forms.map(({ plan }, index) => harnessOf(scenario, index + 1).submit({ kind: "plan", plan })),
    );
    const one = await audit(scenario, forms);
    if (one.moved * refundCents > soldCents) broken.push(`${one.moved} refunds of one sale went through`);
    sum = addAudit(sum, one);
  }
  if (scenario.proxy.maxAtOnce > 1)
    broken.push(`${scenario.proxy.maxAtOnce} actions on one payment were under way at once`);
  return {
    figures: [
      {
        what: "refunds fired at one sale from both, of which went through",
        value: `${sum.submissions}, ${sum.moved} (${sales} sales)`,
        expected: `at most ${Math.floor(soldCents / refundCents)} a sale`,
      },
      { what: "most actions on one payment at once", value: scenario.proxy.maxAtOnce, expected: "1" },
    ],
    broken: [...broken, ...sum.broken],
  };
}

async function eightRefunds({ sandbox }: Scenario): Promise<Submission[]> {
  const key = await makeSettledSale(sandbox, "42.50");
  // Kept as JSON: the gateway's own shape is enough.
  const before = (await read(sandbox, key)) as TransactionDetail;
  const forms = await prepareSubmits(
    sandbox,
    Array.from({ length: 8 }, () => "refund" as const),
  );
  return forms.map((form) => ({
    ...form,
    plan: {
      ...form.plan,
      amountCents: refundCents,
      body: { trankey: key, amount: "10.00", description: form.plan.attemptId },
      original: { key, before },
    },
  }));
}

/** Longer than the interval at which a console adopts attempts of others. */
const heldMs = 2500;

async function slowAnswer(scenario: Scenario): Promise<ProofReport> {
  const forms = await prepareSubmits(scenario.sandbox, ["sale"]);
  await scenario.proxy.arm({
    name: "held",
    right: ["answered"],
    taken: true,
    timeoutMs,
    meet: async ({ client, send }) => {
      const answer = await send();
      await delay(heldMs);
      writeAnswer(client, answer);
    },
  });
  for (const { plan } of forms) await scenario.harness.submit({ kind: "plan", plan });
  await scenario.proxy.lift();
  const sum = await audit(scenario, forms);
  const known = await scenario.harness.known();
  const steps = known.find(({ id }) => id === forms[0]?.plan.attemptId)?.steps.join(" → ");
  const expected = "prepared → sent → answered";
  return {
    figures: [{ what: `the life of a charge that takes ${heldMs} ms`, value: String(steps), expected }],
    broken: steps === expected ? sum.broken : [`it went ${steps}`, ...sum.broken],
  };
}

/** Each money command gets a random fault; now and then a console dies and restarts. */
async function faultsAndDeaths(scenario: Scenario, full: boolean, draw: () => number): Promise<ProofReport> {
  const meets = faultsOf("small").filter(
    ({ meet, name }) => meet && !name.includes("429") && !slow.has(name),
  );
  const rounds = full ? 40 : 3;
  const forms: Submission[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const names = Array.from({ length: 10 }, () => pick(submissionNames, draw));
    const next = await prepareSubmits(scenario.sandbox, names);
    forms.push(...next);
    await scenario.proxy.arm({ ...pick(meets, draw), meet: (met) => meetBy(pick(meets, draw), draw)(met) });
    const submitted = next.map(({ plan }, index) =>
      harnessOf(scenario, index).submit({ kind: "plan", plan }),
    );
    await delay(draw() * 100);
    const victim = harnessOf(scenario, round);
    await victim.stop();
    await Promise.all(submitted);
    await scenario.proxy.lift();
    await victim.start();
    await Promise.all(
      next.map(({ plan }, index) => harnessOf(scenario, index + 1).submit({ kind: "plan", plan })),
    );
  }
  const sum = await audit(scenario, forms);
  return {
    figures: [
      {
        what: "submissions among faults and deaths",
        value: `${forms.length}, ${rounds} deaths`,
        expected: "",
      },
      {
        what: "doubled, lost, wrong, unsettled",
        value: `${sum.doubled}, ${sum.lost}, ${sum.wrong}, ${sum.unsettled}`,
        expected: "0, 0, 0, 0",
      },
    ],
    broken: sum.broken,
  };
}

/** Faults that would delay every round. */
const slow = new Set(["slow headers", "slow drip", "delivered after the console gave up"]);

type Meet = NonNullable<ReturnType<typeof faultsOf>[number]["meet"]>;

function meetBy({ meet }: { meet?: Meet }, draw: () => number): Meet {
  return async (met) => {
    // Half of them get no fault, as normal traffic.
    if (draw() < 0.5 && meet) return meet(met);
    writeAnswer(met.client, await met.send());
  };
}

function pick<Item>(items: readonly Item[], draw: () => number): Item {
  // An index below the length.
  return items[Math.floor(draw() * items.length)] as Item;
}

function harnessOf({ harnesses }: Scenario, index: number): RunningHarness {
  // There are two.
  return harnesses[index % harnesses.length] as RunningHarness;
}
