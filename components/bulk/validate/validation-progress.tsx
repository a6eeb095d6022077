import { Bar } from "#components/ui/bar.tsx";
import { PanelSection } from "#components/ui/panel.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { countOf } from "#lib/format/counts.ts";
import { formatBytes } from "./file-size.ts";
import type { ValidationProgress as Progress } from "./worker/worker-messages.ts";

/** How far the reading is: bytes read of the file's bytes. */
export function ValidationProgress({ size, progress }: { size: number; progress: Progress | undefined }) {
  const { bytes, rows, faulty } = progress ?? { bytes: 0, rows: 0, faulty: 0 };
  const share = size > 0 ? bytes / size : 0;
  const percent = Math.floor(share * 100);
  return (
    <PanelSection className="grid gap-3 border-t border-line">
      <Spinner>Validating each row in this browser</Spinner>
      <Bar
        shares={[{ tone: "accent", share }]}
        label={`${percent} percent read: ${formatBytes(bytes)} of ${formatBytes(size)}`}
      />
      <p className="flex flex-wrap justify-between gap-x-6 text-13 text-muted">
        <span>
          {formatBytes(bytes)} of {formatBytes(size)}, {countOf(rows, "row")}
        </span>
        <span>{faulty > 0 ? `${countOf(faulty, "row")} to review so far` : "No problems so far"}</span>
      </p>
    </PanelSection>
  );
}
