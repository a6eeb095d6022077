import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { findLast } from "./shifts.ts";

/** Why cash can't be taken at a drawer by the settings; undefined when it can, if need be outside a shift. */
export async function drawerProblem(
  drawer: string | undefined,
  isRequired = env().drawerRequired,
): Promise<string | undefined> {
  if (!isRequired) return undefined;
  if (drawer === undefined) return noDrawerText;
  const last = await findLast(drawer, ["open", "counted", "closed"], db());
  if (last?.state === "open") return undefined;
  return last?.state === "counted"
    ? countedText(drawer)
    : `${drawer} is not open. Nothing was recorded: open it under Cash drawer, then take the cash.`;
}

const noDrawerText =
  "This workstation has no cash drawer. Nothing was recorded: choose one under Cash drawer, then take the cash.";

const countedText = (drawer: string) =>
  `${drawer} was counted and takes no more cash in that shift. Nothing was recorded: open it for the next shift under Cash drawer, then take the cash.`;

/** The shift of cash that needs one was counted a moment ago. */
export class NoOpenShiftError extends Error {
  constructor(drawer: string | undefined) {
    super(drawer === undefined ? noDrawerText : countedText(drawer));
  }
}
