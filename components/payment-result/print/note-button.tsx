"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { type PaperName, papers } from "#components/receipts/papers.ts";
import { readPaper } from "#components/receipts/print-storage.ts";
import { Button } from "#components/ui/button/button.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { t } from "#lib/language/t.ts";
import { customerNote } from "./customer-note.ts";
import { DocumentJob } from "./document-job.tsx";

/** Prints what became of a lost answer, for the customer's hand: alone, on this station's paper. */
export function NoteButton({
  attempt,
  size,
  paper,
}: {
  attempt: Attempt;
  size?: "s" | "m";
  /** The station's own when left out. */
  paper?: PaperName;
}) {
  const { name: merchant, timeZone } = useMerchant();
  const [jobs, setJobs] = useState(0);
  const [printed, setPrinted] = useState("");
  // The workstation's own is known in the browser alone, once there is something to print.
  const printPaper = paper ?? (jobs > 0 ? readPaper() : "80mm");
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size={size} icon="print" onClick={() => setJobs(jobs + 1)}>
        {t("Print the note")}
      </Button>
      <span role="status" className="text-13 text-muted empty:hidden">
        {printed}
      </span>
      {jobs > 0 && (
        <DocumentJob
          key={jobs}
          item={`note:${attempt.id}`}
          html={customerNote(attempt, { merchant, timeZone })}
          paper={printPaper}
          onPrinted={() => setPrinted(t("Printed, {label}", { label: papers[printPaper].label }))}
        />
      )}
    </span>
  );
}
