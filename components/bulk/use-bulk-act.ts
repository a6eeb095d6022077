import { useAct } from "#components/layout/use-act.ts";
import { bulkKeys } from "#lib/queries/bulk.ts";

/** Calls an action on bulk files or groups, and reads them again. */
export const useBulkAct = () =>
  useAct({
    changes: bulkKeys,
    unanswered: "The console did not answer. Check the current status, then try again.",
  });
