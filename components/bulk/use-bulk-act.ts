import { useAct } from "#components/layout/use-act.ts";
import { t } from "#lib/language/t.ts";
import { bulkKeys } from "#lib/queries/keys.ts";

/** Calls an action on bulk files or groups, and reads them again. */
export const useBulkAct = <Name extends string = never>(fields: readonly Name[] = []) =>
  useAct({
    changes: bulkKeys.all,
    unanswered: t("No response from the server. Check the current status, then try again."),
    fields,
  });
