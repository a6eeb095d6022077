import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { isDecisionWrong } from "#lib/bulk/file-decision.ts";

/** Why a file is in its state: who decided it, and what the gateway showed, above all against a decision. */
export function ProblemNote({ file }: { file: BulkFile }) {
  if (!file.problem) return null;
  const tone = isDecisionWrong(file) ? "declined" : file.state === "unknown" ? "unknown" : "neutral";
  return <Note tone={tone}>{file.problem}</Note>;
}
