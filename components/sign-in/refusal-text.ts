import { pageLabel } from "#components/layout/navigation/nav.ts";
import { t } from "#lib/language/t.ts";
import { rightLabels } from "#lib/people/permission-labels.ts";
import { holdersOf } from "#lib/people/role-labels.ts";
import type { Right } from "#lib/permissions.ts";

/** Why a user was refused, and who has the right. `path` is that of the page they asked for. */
export function refusalText(right: Right, path: string | undefined): string {
  const page = path && pageLabel(path);
  const [label, holders] = [rightLabels[right], holdersOf(right)];
  return page
    ? t("“{page}” needs the right “{label}”, which {holders} has.", { page, label, holders })
    : t("“{label}” needs {holders}.", { label, holders });
}
