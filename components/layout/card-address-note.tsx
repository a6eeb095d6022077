"use client";

import { useSearchParams } from "next/navigation";
import { Note } from "#components/ui/note.tsx";
import { cardNumberProblem } from "#lib/card-detector.ts";
import { paths } from "#lib/paths.ts";

/** Says why a list is shown instead of the page that was asked for. */
export function CardAddressNote() {
  const { refused } = paths.cardRefused;
  if (useSearchParams().get("refused") !== refused) return null;
  return (
    <div className="px-4 pt-3 sm:px-6 print:hidden">
      <Note tone="warning" role="alert">
        <b>That page was not opened.</b> {cardNumberProblem}
      </Note>
    </div>
  );
}
