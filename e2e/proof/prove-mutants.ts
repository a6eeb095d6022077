import { proveCrashes } from "./crashes.ts";
import { proveEventsAndDuplicates } from "./events-and-duplicates.ts";
import { proveFaultGrid } from "./fault-grid.ts";
import { type Mutant, mutants, type Probe } from "./mutants.ts";
import { inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { proveTwoConsoles } from "./two-consoles.ts";

/** Tests the proof itself: every mutant alone, and a client with plain retries. */
export async function proveMutants(options: ProofOptions): Promise<ProofReport> {
  const able = mutants.filter(({ probe }) => probe.part !== "two consoles" || options.postgresUrl);
  // Each small run mostly waits for timeouts.
  const found = await inTurns(able, 10, (mutant) => findMutant(mutant, options));
  const missed = able.filter((_, index) => !found[index]?.broken.length);
  const plain = await countPlainDoubles(options);
  return {
    figures: [
      ...able.map(({ name }, index) => ({
        what: name,
        value: found[index]?.broken.length ? "caught" : "MISSED",
        expected: "caught",
      })),
      {
        what: "mutants, of which caught",
        value: `${able.length}, ${able.length - missed.length}`,
        expected: "all",
      },
      { what: "charges that a fetch with retry sends twice", value: plain, expected: "more than 0" },
    ],
    broken: [
      ...missed.map(({ name }) => `nothing noticed: ${name}`),
      ...(plain === 0 ? ["a client that asks again showed no double"] : []),
    ],
  };
}

/** The small run that must detect it, with its findings. */
async function findMutant({ name, probe }: Mutant, options: ProofOptions): Promise<ProofReport> {
  return runProbe(probe, { ...options, size: "small" }, { mutant: name });
}

/** Doubles of a plain client in the same harness. */
async function countPlainDoubles(options: ProofOptions): Promise<number> {
  const probe: Probe = {
    part: "fault grid",
    faults: ["reset after commit", "500", "slow headers"],
    commands: ["sale"],
  };
  const { broken } = await runProbe(probe, { ...options, size: "small" }, { client: "plain" });
  return broken.filter((words) => words.includes("doubled")).length;
}

function runProbe(
  probe: Probe,
  options: ProofOptions,
  changed: { mutant?: string; client?: "plain" },
): Promise<ProofReport> {
  switch (probe.part) {
    case "fault grid":
      return proveFaultGrid({ ...options, ...probe, ...changed });
    case "crash points":
      return proveCrashes({ ...options, ...probe, ...changed, randomKills: 0 });
    case "two consoles":
      return proveTwoConsoles({ ...options, ...probe, ...changed });
    case "events and duplicates":
      return proveEventsAndDuplicates({ ...options, ...probe, ...changed });
  }
}
