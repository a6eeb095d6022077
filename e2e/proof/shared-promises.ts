import { setTimeout as delay } from "node:timers/promises";
import { audit } from "./audit.ts";
import type { RunningHarness } from "./harness/running-harness.ts";
import type { ProofReport } from "./proof.ts";
import type { Scenario } from "./scenario.ts";
import { prepareSubmits } from "./submissions.ts";

/** Promises that two consoles on one store keep together. */

/** Eight customers' forms with one card and one amount: no second one begins while the first is unsettled, or unasked after it. */
export async function oneCardFromBoth(scenario: Scenario, full: boolean): Promise<ProofReport> {
  const broken: string[] = [];
  const rounds = full ? 20 : 5;
  let charged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const forms = await prepareSubmits(
      scenario.sandbox,
      Array.from({ length: 8 }, () => "sale" as const),
    );
    const amountCents = 5100 + round;
    const guard = { confirmedDuplicates: [], skipsDuplicateCheck: false };
    await Promise.all(
      forms.map(({ plan }, index) => {
        const body = { ...plan.body, amount: (amountCents / 100).toFixed(2) };
        return harnessOf(scenario, index).submit({
          kind: "plan",
          plan: { ...plan, amountCents, body, guard },
        });
      }),
    );
    const sum = await audit(scenario, forms);
    charged += sum.moved;
    broken.push(...sum.broken);
    if (sum.moved !== 1) broken.push(`${sum.moved} of eight at once were charged`);
  }
  return {
    figures: [
      {
        what: "one card and amount by eight at once, of which charged",
        value: `${rounds} rounds, ${charged}`,
        expected: `${rounds}`,
      },
    ],
    broken,
  };
}

const limit = 60;
/** Long enough that two consoles with separate counters would exceed it. */
const crowdMs = 32_000;

/** Many clerks at both consoles stay within the shared limit. */
export async function oneLimitForBoth(scenario: Scenario): Promise<ProofReport> {
  const { harnesses, proxy, sandbox } = scenario;
  proxy.setReportedLimit(limit);
  const forms = await prepareSubmits(
    sandbox,
    Array.from({ length: 90 }, () => "cash:sale" as const),
  );
  // Each has to learn the limit first.
  for (const [index, { plan }] of forms.splice(0, 2).entries())
    await harnessOf(scenario, index).submit({ kind: "plan", plan });
  const submitted = forms.map(({ plan }, index) => harnessOf(scenario, index).submit({ kind: "plan", plan }));
  await delay(crowdMs);
  const most = proxy.maxInMinute;
  for (const harness of harnesses) await harness.stop();
  await Promise.all(submitted);
  for (const harness of harnesses) await harness.start();
  proxy.setReportedLimit(undefined);
  const { broken } = await audit(scenario, forms);
  return {
    figures: [{ what: "requests of both in one minute", value: most, expected: `at most ${limit}` }],
    broken: most > limit ? [`${most} requests left in a minute`, ...broken] : broken,
  };
}

function harnessOf({ harnesses }: Scenario, index: number): RunningHarness {
  // There are two.
  return harnesses[index % harnesses.length] as RunningHarness;
}
