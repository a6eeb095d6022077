import { translated } from "#lib/language/t.ts";
import { type CauseKind, causes } from "./causes.ts";

/** How far the reconciliation of a batch is. Tones and icons are names of `components/ui`. */
export const reconciliationStates = translated(["word"], {
  inProgress: { tone: "accent", icon: "running", word: "In progress" },
  waiting: { tone: "warning", icon: "pending", word: "Waiting" },
  differences: { tone: "warning", icon: "differs", word: "Differences" },
  explained: { tone: "approved", icon: "approved", word: "Explained" },
  reconciled: { tone: "approved", icon: "equal", word: "Reconciled" },
  signed: { tone: "approved", icon: "sealed", word: "Signed" },
} as const);

export type ReconciliationState = keyof typeof reconciliationStates;

/** What the state follows from. */
type Compared = {
  /** Whether the batch is closed and read to its end. */
  isWhole: boolean;
  causeSums: readonly { kind: CauseKind; cents: number; count: number }[];
  /** Differences that a person has to explain, and those without an explanation. */
  unexplained: number;
};

/** The state before anybody signed. */
export function stateOf({
  isWhole,
  causeSums,
  unexplained,
}: Compared): Exclude<ReconciliationState, "signed"> {
  if (!isWhole) return "inProgress";
  if (causeSums.some(({ kind }) => causes[kind].resolvedBy === "time")) return "waiting";
  if (unexplained > 0) return "differences";
  return causeSums.every(({ kind }) => "information" in causes[kind]) ? "reconciled" : "explained";
}

/** Whether a person may sign now. */
export const isReady = (state: ReconciliationState): boolean =>
  state === "explained" || state === "reconciled";
