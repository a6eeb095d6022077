import type { IconName } from "#components/ui/icon/icon.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import type { BulkFile, BulkFileState } from "#lib/bulk/file/bulk-file.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { t, translated } from "#lib/language/t.ts";

export type Appearance = { tone: Tone; icon: IconName; word: string };

/** The state of a file: of its group once it has one, else of what was done with it here. */
export function fileAppearance({ state, group }: BulkFile): Appearance {
  return state === "sent" && group ? groupAppearance(group) : fileAppearances[state];
}

/** What was done with a file here, independent of its group. */
export const fileStateWord = (state: BulkFileState): string => fileAppearances[state].word;

/** A group in the gateway's own word. */
export function groupAppearance({ status = "" }: BulkGroup): Appearance {
  return groupAppearances[status] ?? { tone: "neutral", icon: "info", word: status || t("Not reported") };
}

const fileAppearances: Record<BulkFileState, Appearance> = translated(["word"], {
  waiting: { tone: "warning", icon: "clock", word: "Waiting for approval" },
  approved: { tone: "warning", icon: "clock", word: "Approved, not sent" },
  sending: { tone: "accent", icon: "running", word: "On its way" },
  sent: { tone: "approved", icon: "approved", word: "Sent" },
  refused: { tone: "declined", icon: "declined", word: "Refused" },
  unsent: { tone: "warning", icon: "warning", word: "Not sent" },
  unknown: { tone: "unknown", icon: "unknown", word: "Not known yet" },
  cancelled: { tone: "neutral", icon: "void", word: "Withdrawn" },
});

const groupAppearances: Record<string, Appearance> = translated(["word"], {
  Pending: { tone: "neutral", icon: "pending", word: "Waits for another" },
  Running: { tone: "accent", icon: "running", word: "Running" },
  Paused: { tone: "warning", icon: "pause", word: "Paused" },
  Completed: { tone: "approved", icon: "approved", word: "Completed" },
});
