"use client";

import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import type { Steering } from "./use-steer.ts";

/** Pause while it runs, resume while it is paused; nothing else can be done to a group. */
export function SteerButtons({
  group,
  steering,
  mayRelease,
}: {
  group: BulkGroup;
  steering: Steering;
  mayRelease: boolean;
}) {
  const { pause, resume, pending } = steering;
  const runs = group.status === "Running";
  const paused = group.status === "Paused";
  useHotkeys(
    [
      runs
        ? { keys: "p", does: "Pause the group", act: pause }
        : { keys: "r", does: "Resume it", act: resume },
    ],
    { enabled: mayRelease && (runs || paused) && !pending },
  );
  if (!runs && !paused) return null;
  if (!mayRelease)
    return (
      <p className="text-13 text-muted">{runs ? "A manager can pause it." : "A manager can resume it."}</p>
    );
  return runs ? (
    <Button size="l" icon="pause" kbd="P" loading={pending} onClick={pause}>
      Pause
    </Button>
  ) : (
    <Button variant="primary" size="l" icon="play" kbd="R" loading={pending} onClick={resume}>
      Resume {countOf(group.remaining ?? 0, "row")}
    </Button>
  );
}
