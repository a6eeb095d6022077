"use client";

import { type RefObject, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Note } from "#components/ui/status/note.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { templates, toTemplateCsv } from "./templates.ts";

/** Where a file is dropped or chosen, what happens then, and files to begin with. */
export function DropZone({ problem, onPick }: { problem: string | undefined; onPick: () => void }) {
  return (
    <Panel roomy>
      <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
        <span className="mb-2 grid size-12 place-items-center rounded-lg border border-line bg-sunken text-muted">
          <Icon name="upload" size={24} />
        </span>
        <p className="text-16 font-semibold">{t("Drop a CSV file here")}</p>
        <p className="max-w-[52ch] text-muted">
          {t("It is validated in this browser. Nothing is sent before you confirm the totals.")}
        </p>
        <Button variant="primary" kbd="O" className="mt-4" onClick={onPick}>
          {t("Choose a file")}
        </Button>
        {problem && (
          <div className="mt-4 max-w-[60ch] text-left">
            <Note tone="declined" role="alert">
              {t("{problem} Nothing was sent.", { problem: translate(problem) })}
            </Note>
          </div>
        )}
      </div>
      <PanelSection className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-t border-line text-13 text-muted">
        <span>{t("One payment per row, a header row first, columns in any order.")}</span>
        <span className="flex flex-wrap items-baseline gap-x-4">
          {t("Templates:")}
          {templates.map((template) => (
            <TextButton
              key={template.file}
              onClick={() =>
                saveFile(
                  new Blob([toTemplateCsv(template)], { type: "text/csv;charset=utf-8" }),
                  template.file,
                )
              }
            >
              {t(template.name)}
            </TextButton>
          ))}
        </span>
      </PanelSection>
    </Panel>
  );
}

/** Takes files dropped anywhere on the page's body and shows that it would. */
export function DropArea({
  input,
  disabled,
  onFile,
  children,
}: {
  input: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  onFile: (file: File) => void;
  children: React.ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the one for everybody
    <div
      className={cx(
        "relative grid content-start gap-4 sm:gap-6",
        isOver && "rounded-lg outline-2 outline-offset-4 outline-focus",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!disabled);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false); // a node or none
      }}
      onDrop={(event) => {
        // Always: the browser would open the file in the place of the page.
        event.preventDefault();
        setIsOver(false);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={t("Bulk file")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Empty again, so that the same file can be chosen a second time.
          currentTarget.value = "";
          if (file && !disabled) onFile(file);
        }}
      />
      {children}
    </div>
  );
}
