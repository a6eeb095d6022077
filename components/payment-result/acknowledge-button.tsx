"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Notice } from "#lib/notice.ts";
import { attentionKey } from "#lib/queries/attention.ts";
import { acknowledgeNotice } from "#server/actions/payments.ts";

/** Keeps that this person has seen a notice. `label` says which one to a screen reader. */
export function AcknowledgeButton({ notice, label }: { notice: Notice; label: string }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const acknowledge = async () => {
    setPending(true);
    setProblem(undefined);
    const answer = await acknowledgeNotice({ notice: notice.id }).catch(() => undefined);
    if (!answer?.ok) setProblem(answer?.problem.message ?? "The console did not answer. Try again.");
    await client.invalidateQueries({ queryKey: attentionKey });
    setPending(false);
  };
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {problem && (
        <span role="alert" className="text-13 text-declined">
          {problem}
        </span>
      )}
      <Button size="s" loading={pending} aria-label={`Acknowledge: ${label}`} onClick={acknowledge}>
        Acknowledge
      </Button>
    </span>
  );
}
