import { randomBytes } from "node:crypto";
import { until } from "#e2e/support/until.ts";
import { audit } from "./audit.ts";
import { faultsOf } from "./faults.ts";
import type { ProofOptions, ProofReport } from "./proof.ts";
import { type Scenario, startScenario } from "./scenario.ts";
import { prepareSubmits } from "./submissions.ts";

/** Events and duplicate replies from the gateway are only hints: they never assign another payment to an attempt. */
export async function proveEventsAndDuplicates({
  mutant,
  scenes: wanted,
}: ProofOptions & { mutant?: string; scenes?: readonly string[] }): Promise<ProofReport> {
  const scenario = await startScenario({ timeoutMs: 4000, mutant });
  const report: ProofReport = { figures: [], broken: [] };
  try {
    for (const [name, scene] of Object.entries(scenes)) {
      if (wanted && !wanted.includes(name)) continue;
      const broken = await scene(scenario);
      report.figures.push({ what: `broken by ${name}`, value: broken.length, expected: "0" });
      report.broken.push(...broken.map((words) => `${name}: ${words}`));
    }
    return report;
  } finally {
    await scenario.stop();
  }
}

const scenes: Record<string, (scenario: Scenario) => Promise<string[]>> = {
  "an event that is not true": untrueEvent,
  "an event that comes twice": repeatedEvent,
  "a duplicate": duplicate,
};

/** An event reports a charge with our reference that the gateway never made. */
async function untrueEvent(scenario: Scenario): Promise<string[]> {
  const [form] = await prepareSubmits(scenario.sandbox, ["sale"]);
  if (!form) return [];
  await scenario.proxy.arm(faultNamed("reset before commit"));
  const answer = await scenario.harness.submit({ kind: "plan", plan: form.plan });
  await scenario.proxy.lift();
  const reference = answer && "attempt" in answer ? answer.attempt.reference : "";
  const data = {
    result_code: "A",
    trantype_code: "S",
    amount: form.plan.body.amount,
    comments: `[${reference}]`,
  };
  await scenario.harness.submit({ kind: "event", body: eventOf("no-such-transaction", data) });
  await untilChecked(scenario);
  return (await audit(scenario, [form])).broken;
}

async function repeatedEvent(scenario: Scenario): Promise<string[]> {
  const key = `delivered-twice-${randomBytes(4).toString("hex")}`;
  const body = eventOf(key, {});
  for (let count = 0; count < 3; count += 1) await scenario.harness.submit({ kind: "event", body });
  await untilChecked(scenario);
  const kept = (await scenario.harness.events()).filter((event) => event.key === key);
  return kept.length === 1 && kept[0]?.deliveries === 3
    ? []
    : [`one event is kept as ${JSON.stringify(kept)}`];
}

/** The same card and amount again, at a gateway that looks for it: one is charged, and only one is reported as charged. */
async function duplicate(scenario: Scenario): Promise<string[]> {
  const { sandbox, harness } = scenario;
  await sandbox.control("POST", "/keys", { key: sandbox.key, pin: sandbox.pin, duplicates: "card-amount" });
  const forms = await prepareSubmits(sandbox, ["sale", "sale"]);
  for (const { plan } of forms)
    await harness.submit({ kind: "plan", plan: { ...plan, body: { ...plan.body, amount: "77.31" } } });
  await sandbox.control("POST", "/keys", { key: sandbox.key, pin: sandbox.pin, duplicates: "off" });
  const { broken, moved } = await audit(scenario, forms);
  return moved === 1 ? broken : [`${moved} of two equal sales were charged`, ...broken];
}

function eventOf(key: string, data: Record<string, unknown>): string {
  return JSON.stringify({
    type: "event",
    event_triggered: "2026-11-20 14:12:08",
    event_type: "transaction.sale.success",
    event_id: randomBytes(32).toString("hex"),
    event_body: { merchant: { merch_key: "m" }, object: { type: "transaction", key, data } },
  });
}

const untilChecked = ({ harness }: Scenario) =>
  until(async () => (await harness.events()).every(({ isWaiting }) => !isWaiting), 30_000);

function faultNamed(name: string) {
  const fault = faultsOf("small").find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault "${name}".`);
  return fault;
}
