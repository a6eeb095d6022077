"use client";

import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";
import type { Steering } from "./use-steer.ts";

/** Pause while it runs, resume while it is paused; nothing else can be done to a group. */
export function SteerButtons({
  group,
  steering,
  mayApprove,
}: {
  group: BulkGroup;
  steering: Steering;
  mayApprove: boolean;
}) {
  const { pause, resume, pending } = steering;
  const runs = group.status === "Running";
  const paused = group.status === "Paused";
  useHotkeys(
    [
      runs
        ? { keys: "p", does: t("Pause the group"), act: pause }
        : { keys: "r", does: t("Resume it"), act: resume },
    ],
    { enabled: mayApprove && (runs || paused) && !pending },
  );
  if (!runs && !paused) return null;
  if (!mayApprove)
    return (
      <p className="text-13 text-muted">
        {runs ? t("A manager can pause it.") : t("A manager can resume it.")}
      </p>
    );
  return runs ? (
    <Button size="l" icon="pause" kbd="P" loading={pending} onClick={pause}>
      {t("Pause")}
    </Button>
  ) : (
    <Button variant="primary" size="l" icon="play" kbd="R" loading={pending} onClick={resume}>
      {group.remaining ? t("Resume {rows}", { rows: countOf(group.remaining, "row") }) : t("Resume ~verb")}
    </Button>
  );
}
