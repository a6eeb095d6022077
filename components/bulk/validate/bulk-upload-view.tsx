"use client";

import "#components/form/zod-without-eval.ts";
import { useEffect, useRef, useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { preparation } from "#lib/bulk/file/bulk-file.ts";
import { formatBytes } from "#lib/format/bytes.ts";
import { countOf } from "#lib/format/counts.ts";
import { DropArea, DropZone } from "./drop-zone.tsx";
import { FileHead, FormatChoice } from "./file-head.tsx";
import { MappingPanel } from "./mapping-panel.tsx";
import type { UploadSettings } from "./upload-settings.ts";
import { useBulkUpload } from "./use-bulk-upload.ts";
import { type Stage, ValidatedPanel } from "./validated-panel.tsx";
import type { ValidationProgress as Progress } from "./worker/worker-messages.ts";

/** Checks, fixes, submits and sends a bulk file. The file never leaves this browser before it is sent. */
export function BulkUploadView(settings: UploadSettings) {
  const upload = useBulkUpload(settings.currentMonth);
  const { state } = upload;
  const [refusal, setRefusal] = useState<string>();
  const [stage, setStage] = useState<Stage>("open");
  const isFixed = stage === "handed over";
  const input = useRef<HTMLInputElement>(null);
  const pick = () => input.current?.click();
  useHotkeys([{ keys: "o", does: "Choose a file", act: () => !isFixed && pick() }]);
  useLeaveWarning(state.kind === "checked" && stage !== "over", leaveQuestion);

  const onFile = (file: File) => {
    setStage("open");
    const problem = toRefusal(file);
    setRefusal(problem);
    if (problem) upload.clear();
    else void upload.choose(file);
  };
  const read = "opened" in state && state.opened ? state.opened : undefined;

  return (
    <DropArea input={input} disabled={isFixed} onFile={onFile}>
      {state.kind === "empty" && <DropZone problem={refusal} onPick={pick} />}
      {state.kind === "checked" && (
        <ValidatedPanel
          key={state.checkedAt}
          checked={state}
          settings={settings}
          upload={upload}
          onPick={pick}
          onStage={setStage}
        />
      )}
      {state.kind !== "empty" && state.kind !== "checked" && (
        <Panel roomy aria-label="The file">
          <FileHead name={state.file.name} facts={toFacts(state.file, state.kind)} onPick={pick} />
          {read && (
            <FormatChoice format={read} onChange={(format) => void upload.reread(state.file, format)} />
          )}
          {(state.kind === "opening" || state.kind === "checking") && (
            <ValidationProgress
              size={state.file.size}
              progress={state.kind === "checking" ? state.progress : undefined}
            />
          )}
          {state.kind === "mapping" && (
            <MappingPanel
              key={state.opened.signature}
              opened={state.opened}
              suggested={state.mapping}
              onUse={(mapping) => void upload.takeMapping({ ...state, mapping })}
            />
          )}
          {state.kind === "failed" && (
            <PanelSection className="grid justify-items-start gap-4 border-t border-line">
              <Note tone="declined" role="alert">
                {state.message} Nothing was sent.
              </Note>
              <Button onClick={() => void upload.choose(state.file)}>Read it again</Button>
            </PanelSection>
          )}
        </Panel>
      )}
      <FootNote>
        <ZoneNote />
      </FootNote>
    </DropArea>
  );
}

const leaveQuestion = "The file is only in this page. Leave and lose your fixes?";

/** What is known before a byte is read. */
function toRefusal({ name, size }: File): string | undefined {
  const { shape } = preparation;
  // Digests of lines and files are made by the browser, which does so over https alone.
  if (!window.isSecureContext) return "Files can be checked only where the console is opened over https.";
  if (size === 0) return `${name} is empty: choose a file with a header and rows.`;
  for (const parsed of [shape.name.safeParse(name), shape.size.safeParse(size)])
    if (!parsed.success) return parsed.error.issues[0]?.message;
  return undefined;
}

function toFacts({ size }: File, kind: "opening" | "mapping" | "checking" | "failed"): string {
  const words = {
    opening: "is being read",
    mapping: "match its columns below",
    checking: "is being validated",
    failed: "can't be used",
  };
  return `${formatBytes(size)}, ${words[kind]}. Nothing has been sent.`;
}

/** Asks before the page is left, by its address or by a link, while leaving would lose what was done. */
function useLeaveWarning(isOn: boolean, question: string) {
  useEffect(() => {
    if (!isOn) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]:not([download])") : null;
      if (!link || event.ctrlKey || event.metaKey || link.getAttribute("target") === "_blank") return;
      if (window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    // Before the router hears of the click.
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isOn, question]);
}

/** How far the reading is: bytes read of the file's bytes. */
function ValidationProgress({ size, progress }: { size: number; progress: Progress | undefined }) {
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
