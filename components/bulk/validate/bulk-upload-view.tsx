"use client";

import { t, text } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
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
import { countOf, formatCount } from "#lib/format/counts.ts";
import { DropArea, DropZone } from "./drop-zone.tsx";
import { FileHead, FormatChoice } from "./file-head.tsx";
import { MappingPanel } from "./mapping-panel.tsx";
import type { UploadSettings } from "./upload-settings.ts";
import { useBulkUpload } from "./use-bulk-upload.ts";
import { type Stage, ValidatedPanel } from "./validated-panel.tsx";
import type { ValidationProgress as Progress, ValidationSummary } from "./worker/worker-messages.ts";

/** Checks, fixes, submits and sends a bulk file. The file never leaves this browser before it is sent. */
export function BulkUploadView(settings: UploadSettings) {
  const upload = useBulkUpload(settings.currentMonth);
  const { state } = upload;
  const [refusal, setRefusal] = useState<string>();
  const [stage, setStage] = useState<Stage>("open");
  const isFixed = stage === "submitted";
  const input = useRef<HTMLInputElement>(null);
  const pick = () => input.current?.click();
  useHotkeys([{ keys: "o", does: t("Choose a file"), act: () => !isFixed && pick() }]);
  useLeaveWarning(state.kind === "checked" && stage !== "over", t(leaveQuestion));

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
      <p role="status" className="sr-only">
        {state.kind === "checked" && toSpoken(state.summary)}
      </p>
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
        <Panel roomy aria-label={t("The file")}>
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
                {t("{message} Nothing was sent.", { message: translate(state.message) })}
              </Note>
              <Button onClick={() => void upload.choose(state.file)}>{t("Read it again")}</Button>
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

const leaveQuestion = text("The file is only in this page. Leave and lose your fixes?");

/** What the tiles of a validated file show. */
const toSpoken = ({ good, errors, repeated }: ValidationSummary) =>
  t("Validation done: {rows}, {count} invalid, {count2} duplicate.", {
    rows: countOf(good, "valid row"),
    count: formatCount(errors.count),
    count2: formatCount(repeated.count),
  });

/** What is known before a byte is read. */
function toRefusal({ name, size }: File): string | undefined {
  const { shape } = preparation;
  // Digests of rows and files are made by the browser, which does so over https alone.
  if (!window.isSecureContext) return t("Files can be checked only where the console is opened over https.");
  if (size === 0) return t("{name} is empty: choose a file with a header and rows.", { name });
  for (const parsed of [shape.name.safeParse(name), shape.size.safeParse(size)])
    if (!parsed.success) return parsed.error.issues[0]?.message;
  return undefined;
}

const facts = {
  opening: text("{bytes}, is being read. Nothing has been sent."),
  mapping: text("{bytes}, match its columns below. Nothing has been sent."),
  checking: text("{bytes}, is being validated. Nothing has been sent."),
  failed: text("{bytes}, can't be used. Nothing has been sent."),
} as const;

function toFacts({ size }: File, kind: "opening" | "mapping" | "checking" | "failed"): string {
  return t(facts[kind], { bytes: formatBytes(size) });
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
      <Spinner>{t("Validating each row in this browser")}</Spinner>
      <Bar
        shares={[{ tone: "accent", share }]}
        label={t("{percent} percent read: {bytes} of {bytes2}", {
          percent,
          bytes: formatBytes(bytes),
          bytes2: formatBytes(size),
        })}
      />
      <p className="flex flex-wrap justify-between gap-x-6 text-13 text-muted">
        <span>
          {t("{bytes} of {bytes2}, {rows}", {
            bytes: formatBytes(bytes),
            bytes2: formatBytes(size),
            rows: countOf(rows, "row"),
          })}
        </span>
        <span>
          {faulty > 0
            ? t("{rows} to review so far", { rows: countOf(faulty, "row") })
            : t("No problems so far")}
        </span>
      </p>
    </PanelSection>
  );
}
