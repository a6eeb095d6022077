"use client";

import { useQueryClient } from "@tanstack/react-query";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { ChargeKind } from "#lib/charge/kinds.ts";
import { listOf } from "#lib/format/list.ts";
import { t } from "#lib/language/t.ts";
import { isRefused, refusedQuery } from "#lib/queries/refused-tenders.ts";
import { tenderTabs } from "./fields/tender-tabs.ts";

/** Why a way to pay is missing, and who can change that. */
export function RefusedNote({ refused, kind }: { refused: readonly string[]; kind: ChargeKind }) {
  const client = useQueryClient();
  const labels = tenderTabs.filter(({ value }) => isRefused(refused, kind, value)).map(({ label }) => label);
  if (labels.length === 0) return null;
  return (
    <Note>
      {labels.length > 1
        ? t(
            "{labels} are not offered: the gateway doesn't allow them for this console's API key. Ask an administrator to change that at the gateway.",
            { labels: listOf(labels) },
          )
        : t(
            "{labels} is not offered: the gateway doesn't allow it for this console's API key. Ask an administrator to change that at the gateway.",
            { labels: listOf(labels) },
          )}{" "}
      <TextButton onClick={() => client.setQueryData(refusedQuery().queryKey, [])}>
        {t("Offer again")}
      </TextButton>
    </Note>
  );
}
