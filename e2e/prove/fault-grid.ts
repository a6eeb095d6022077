import { closeBatch } from "#e2e/gateway/payments.ts";
import { addAudit, audit, emptyAudit, until } from "./audit.ts";
import { type Fault, faultsOf } from "./faults.ts";
import { inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { openSilentPort } from "./silent-port.ts";
import { prepareSubmissions, type Submission, type SubmissionName, submissionNames } from "./submissions.ts";
import type { TillAnswer } from "./till.ts";
import { startWorld, type World, type WorldSettings } from "./world.ts";

type Narrowed = Pick<WorldSettings, "bug" | "client"> & {
  faults?: readonly string[];
  commands?: readonly SubmissionName[];
};

/** Every fault × every money command, each form sent twice: the right word at once, and the truth in the end. */
export async function proveFaultGrid({ size, ...narrowed }: ProofOptions & Narrowed): Promise<ProofReport> {
  const faults = faultsOf(size).filter(({ name }) => narrowed.faults?.includes(name) ?? true);
  const waves = size === "full" ? { count: 5, each: 4 } : { count: 1, each: 1 };
  const names = Array.from({ length: waves.each }, () => narrowed.commands ?? submissionNames).flat();
  const rows = await inTurns(faults, 6, (fault) => proveFault(fault, names, waves.count, narrowed));
  const sum = rows.reduce(addAudit, emptyAudit);
  return {
    figures: [
      {
        what: "faults × money commands × times each",
        value: `${faults.length} × ${new Set(names).size} × ${waves.count * waves.each}`,
        expected: "",
      },
      { what: "sent more than once or done twice", value: sum.doubled, expected: "0" },
      { what: "done, and not in the journal", value: sum.lost, expected: "0" },
      {
        what: "called by the wrong word at first",
        value: rows.reduce((n, row) => n + row.misnamed, 0),
        expected: "0",
      },
      { what: "wrong screens after resolution", value: sum.wrong, expected: "0" },
      { what: "provable, and still unknown", value: sum.unsettled, expected: "0" },
      { what: "not provable either way, left to a person", value: sum.open, expected: "" },
    ],
    broken: sum.broken,
  };
}

type Row = ReturnType<typeof addAudit> & { misnamed: number };

async function proveFault(
  fault: Fault,
  names: readonly SubmissionName[],
  waves: number,
  { bug, client }: Narrowed,
): Promise<Row> {
  const silent = fault.address === "silent" ? await openSilentPort() : undefined;
  const gatewayUrl =
    silent?.url ?? (fault.address === "unknown name" ? "http://gateway.invalid:80/api/v2" : undefined);
  const world = await startWorld({ timeoutMs: fault.timeoutMs, gatewayUrl, bug, client });
  try {
    let row: Row = { ...emptyAudit, misnamed: 0 };
    for (let wave = 0; wave < waves; wave += 1) {
      const next = await proveWave(world, fault, await prepareSubmissions(world.sandbox, names));
      row = { ...addAudit(row, next), misnamed: row.misnamed + next.misnamed };
    }
    return { ...row, broken: row.broken.map((words) => `${fault.name}: ${words}`) };
  } finally {
    await world.stop();
    await silent?.close();
  }
}

async function proveWave(world: World, fault: Fault, submissions: readonly Submission[]): Promise<Row> {
  const { proxy } = world;
  await proxy.arm(fault);
  const first = await pressAll(world, submissions);
  const again = await pressAll(world, submissions);
  if (fault.outage) await outlive(proxy);
  if (fault.closing) await closeBatch(world.sandbox);
  await proxy.lift();
  const sum = await audit(world, submissions);
  const words = submissions.flatMap((submission, index) =>
    misnamed(submission, fault, first[index], again[index]),
  );
  const blunt =
    fault.taken === undefined || sum.done === (fault.taken ? submissions.length : 0)
      ? []
      : [`the fault is not what its name says: ${sum.done} of ${submissions.length} were done`];
  return { ...sum, misnamed: words.length, broken: [...blunt, ...words, ...sum.broken] };
}

/** Until the resolver has looked in vain more than once. */
async function outlive(proxy: World["proxy"]): Promise<void> {
  const since = Date.now();
  await until(async () => proxy.brokenReads >= 4 && Date.now() - since > 3500, 30_000);
}

function pressAll({ desk }: World, submissions: readonly Submission[]): Promise<(TillAnswer | undefined)[]> {
  return Promise.all(submissions.map(({ plan }) => desk.press({ door: "plan", plan })));
}

function misnamed(
  { name }: Submission,
  fault: Fault,
  first: TillAnswer | undefined,
  again: TillAnswer | undefined,
): string[] {
  if (!first || !("attempt" in first)) return [`${name}: no attempt, but ${JSON.stringify(first)}`];
  const { state, reference } = first.attempt;
  if (!fault.right.includes(state)) return [`${name}: called ${state}, not ${fault.right.join(" or ")}`];
  if (!again || !("attempt" in again) || again.attempt.reference !== reference)
    return [`${name}: the same form again was another attempt`];
  return [];
}
