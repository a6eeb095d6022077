import { env } from "#server/env.ts";
import { findOpen } from "./shifts.ts";

/** Why cash can't be taken at a drawer by the settings; undefined when it can, if need be outside a shift. */
export async function drawerProblem(
  drawer: string | undefined,
  isRequired = env().drawerRequired,
): Promise<string | undefined> {
  if (!isRequired) return undefined;
  if (drawer === undefined)
    return "This workstation has no cash drawer. Nothing was recorded: choose one under Cash drawer, then take the cash.";
  if (await findOpen(drawer)) return undefined;
  return `${drawer} is not open. Nothing was recorded: open it under Cash drawer, then take the cash.`;
}
