"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { type PaperName, papers } from "#components/receipts/papers.ts";
import { usePrintFrame } from "#components/receipts/print-frame.tsx";
import { countPrint, recallPaper, recallPrints } from "#components/receipts/print-memory.ts";
import { Button } from "#components/ui/button/button.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { customerNote } from "./customer-note.ts";

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
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size={size} icon="print" onClick={() => setJobs(jobs + 1)}>
        Print the note
      </Button>
      <span role="status" className="text-13 text-muted empty:hidden">
        {printed}
      </span>
      {jobs > 0 && (
        <NoteJob
          key={jobs}
          id={attempt.id}
          html={customerNote(attempt, { merchant, timeZone })}
          paper={paper ?? recallPaper()}
          onPrinted={(name) => setPrinted(`Printed, ${papers[name].label}`)}
        />
      )}
    </span>
  );
}

/** Prints once. For another print mount another one. */
function NoteJob({
  id,
  html,
  paper,
  onPrinted,
}: {
  id: string;
  html: string;
  paper: PaperName;
  onPrinted: (paper: PaperName) => void;
}) {
  const { element, print } = usePrintFrame({ html, paper });
  const started = useRef(false);
  const item = `note:${id}`;
  const start = useEffectEvent(async () => {
    if (started.current) return;
    started.current = true;
    await print(recallPrints(item)?.count ?? 0);
    countPrint(item, Date.now());
    onPrinted(paper);
  });
  useEffect(() => void start(), []);
  return element;
}
