import { proveAccess } from "./access/access.ts";
import { proveAmbiguities, proveClerks, proveModel, proveRandomTests, proveStores } from "./adapted-parts.ts";
import { proveBuilds } from "./builds.ts";
import { proveCrashes } from "./crashes.ts";
import { proveDelayedRefunds } from "./delayed-refunds.ts";
import { proveEventsAndDuplicates } from "./events-and-duplicates.ts";
import { proveFaultGrid } from "./fault-grid.ts";
import { proveLoad } from "./load/load.ts";
import type { ProofPart } from "./proof.ts";
import { proveMutants } from "./prove-mutants.ts";
import { proveScreens } from "./screens.ts";
import { proveTwoConsoles } from "./two-consoles.ts";

/**
 * The parts of the proof by name, longest first. A new one is its function and one row here. `isAlone`: it measures real
 * time, so no other part runs at the same time.
 */
export const parts: Record<string, { title: string; prove: ProofPart; isAlone?: true }> = {
  mutants: { title: "Does the proof notice mutants?", prove: proveMutants },
  crashes: { title: "kill -9 at every point and at random moments", prove: proveCrashes },
  clerks: { title: "45 clerks in one limit", prove: proveClerks, isAlone: true },
  load: { title: "Many people at two consoles", prove: proveLoad },
  recalls: { title: "Refunds that wait, stopped at random instants", prove: proveDelayedRefunds },
  consoles: { title: "Two consoles on one PostgreSQL", prove: proveTwoConsoles },
  faults: { title: "Every fault × every money command", prove: proveFaultGrid },
  screens: { title: "What the console's pages say", prove: proveScreens },
  events: { title: "Untrue events, repeated events, duplicates", prove: proveEventsAndDuplicates },
  ambiguity: { title: "Lost answers by the hundred", prove: proveAmbiguities },
  access: {
    title: "Every role at every entry point, foreign pages, nonsense, forged events",
    prove: proveAccess,
  },
  stores: { title: "Every integration test on both stores", prove: proveStores },
  builds: { title: "Two builds from two folders", prove: proveBuilds },
  model: { title: "A million sequences with lost answers", prove: proveModel },
  random: { title: "Random tests with all their cases", prove: proveRandomTests },
};
