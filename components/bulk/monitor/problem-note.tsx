import { Note } from "#components/ui/note.tsx";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";

/** Why a file stands as it does: by whose decision, and how it was found at the gateway, above all against a decision. */
export function ProblemNote({ file: { problem, state, search } }: { file: BulkFile }) {
  if (!problem) return null;
  const isWrong = state === "sent" && search?.decided?.arrived === false;
  return <Note tone={isWrong ? "declined" : state === "unknown" ? "unknown" : "neutral"}>{problem}</Note>;
}
