import { Note } from "#components/ui/note.tsx";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import { isDecisionWrong } from "#lib/bulk/file-decision.ts";

/** Why a file stands as it does: by whose decision, and how it was found at the gateway, above all against a decision. */
export function ProblemNote({ file }: { file: BulkFile }) {
  if (!file.problem) return null;
  const tone = isDecisionWrong(file) ? "declined" : file.state === "unknown" ? "unknown" : "neutral";
  return <Note tone={tone}>{file.problem}</Note>;
}
