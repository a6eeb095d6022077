"use client";

import { useState } from "react";
import { TextButton } from "#components/ui/button/text-button.tsx";
import type { AttentionItem } from "#lib/books/attention-item.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { AttentionList } from "./attention-list.tsx";

/** The first `most` of what waits for a person, and the others on a press. `now` is epoch ms. */
export function FirstAttentionItems({
  items,
  most,
  now,
}: {
  items: readonly AttentionItem[];
  most: number;
  now: number;
}) {
  const [isAll, setAll] = useState(false);
  const more = items.length - most;
  return (
    <>
      <AttentionList items={isAll ? items : items.slice(0, most)} now={now} />
      {more > 0 && !isAll && (
        <p className="border-t border-line px-4 py-3 text-13">
          <TextButton onClick={() => setAll(true)}>
            {t("Show {items}", { items: countOf(more, "more item") })}
          </TextButton>
        </p>
      )}
    </>
  );
}
