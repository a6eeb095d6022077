"use client";

import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { Notice } from "#lib/payments/notice.ts";
import { attentionKey } from "#lib/queries/keys.ts";
import { acknowledgeNotice } from "#server/actions/payments.ts";

/** Records that this person has seen a notice. `label` names it for a screen reader. */
export function AcknowledgeButton({ notice, label }: { notice: Notice; label: string }) {
  const { act, pending, problem } = useAct({
    changes: attentionKey,
    unanswered: t("No response from the server. Try again."),
  });
  const acknowledge = () => void act(() => acknowledgeNotice({ notice: notice.id }));
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {problem && (
        <span role="alert" className="text-13 text-declined">
          {translate(problem)}
        </span>
      )}
      <Button
        size="s"
        loading={pending}
        aria-label={t("Acknowledge: {label}", { label })}
        onClick={acknowledge}
      >
        {t("Acknowledge")}
      </Button>
    </span>
  );
}
