import { proveAmbiguities, proveClerks, proveModel } from "./adapted-parts.ts";
import { proveBite } from "./bite.ts";
import { proveCrashes } from "./crashes.ts";
import { proveEventsAndTwins } from "./events-and-twins.ts";
import { proveFaultGrid } from "./fault-grid.ts";
import type { ProofPart } from "./proof.ts";
import { proveScreens } from "./screens.ts";
import { proveTwoConsoles } from "./two-consoles.ts";

/** The parts of the proof by the name they are called by: a new one is its function and one row here. */
export const parts: Record<string, { title: string; prove: ProofPart }> = {
  faults: { title: "Every fault × every money command", prove: proveFaultGrid },
  crashes: { title: "kill -9 at every point and at random moments", prove: proveCrashes },
  consoles: { title: "Two consoles on one PostgreSQL", prove: proveTwoConsoles },
  screens: { title: "What the console's pages say", prove: proveScreens },
  events: { title: "Untrue events, repeated events, duplicates", prove: proveEventsAndTwins },
  ambiguity: { title: "Lost answers by the hundred", prove: proveAmbiguities },
  clerks: { title: "45 clerks in one limit", prove: proveClerks },
  model: { title: "A million stories of lost answers", prove: proveModel },
  bite: { title: "Does the proof bite?", prove: proveBite },
};
