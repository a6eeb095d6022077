import { z } from "zod";
import type { Fault, Faults } from "../context.ts";
import { faultKinds } from "./fault-kinds.ts";

/** A fault for the next matching requests. */
export const fault = z.object({
  kind: z.enum(faultKinds, { error: `must be one of ${faultKinds.join(", ")}` }),
  /** A command in any spelling; all requests without it. */
  command: z.string().optional(),
  /** The path below the endpoint key, or the beginning of one that ends before a slash. */
  path: z.string().startsWith("/", "must begin with a slash").optional(),
  delayMs: z.number().int().min(0).max(600_000).default(5000),
  times: z.number().int().min(1).default(1),
});
export function openFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (added) => {
      waiting.push({ ...added });
    },
    clear: () => {
      waiting = [];
    },
    take: (request) => {
      const found = waiting.find((candidate) => matches(candidate, request));
      if (!found) return undefined;
      found.times--;
      if (found.times === 0) waiting = waiting.filter((other) => other !== found);
      return found;
    },
  };
}

type Request = Parameters<Faults["take"]>[0];

function matches(fault: Fault, request: Request): boolean {
  if (fault.command !== undefined && fault.command !== request.command) return false;
  if (fault.path === undefined) return true;
  const { path } = request;
  return path === fault.path || path.startsWith(`${fault.path}/`);
}
