import { type Bug, bugs, type Probe } from "./bugs.ts";
import { proveCrashes } from "./crashes.ts";
import { proveEventsAndDuplicates } from "./events-and-duplicates.ts";
import { proveFaultGrid } from "./fault-grid.ts";
import { inTurns, type ProofOptions, type ProofReport } from "./proof.ts";
import { proveTwoConsoles } from "./two-consoles.ts";

/** Tests the proof itself: every seeded bug alone, and a client with plain retries. */
export async function proveMutants(options: ProofOptions): Promise<ProofReport> {
  const able = bugs.filter(({ probe }) => probe.part !== "two consoles" || options.postgresUrl);
  // Each small run mostly waits for timeouts.
  const found = await inTurns(able, 10, (bug) => findBug(bug, options));
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
        what: "seeded bugs, of which caught",
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
async function findBug({ name, probe }: Bug, options: ProofOptions): Promise<ProofReport> {
  return runProbe(probe, { ...options, size: "small" }, { bug: name });
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
  seeded: { bug?: string; client?: "plain" },
): Promise<ProofReport> {
  switch (probe.part) {
    case "fault grid":
      return proveFaultGrid({ ...options, ...probe, ...seeded });
    case "crash points":
      return proveCrashes({ ...options, ...probe, ...seeded, randomKills: 0 });
    case "two consoles":
      return proveTwoConsoles({ ...options, ...probe, ...seeded });
    case "events and duplicates":
      return proveEventsAndDuplicates({ ...options, ...probe, ...seeded });
  }
}
