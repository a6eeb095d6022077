import type { ReactNode } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { settingOf } from "#lib/settings/merchant-settings.ts";
import { readable } from "#lib/settings/readable.ts";
import type { SettingView } from "#lib/settings/settings-page.ts";
import { type Draft, isOvertaken } from "./use-drafts.ts";

/** A setting: what it is at the left, its control at the right, and where its value comes from under that. */
export function SettingRow({
  view,
  draft,
  isChanged,
  reason,
  wide = false,
  onDraft,
  children,
}: {
  view: SettingView;
  draft: Draft | undefined;
  isChanged: boolean;
  /** Why the last save refused it. */
  reason: string | undefined;
  /** The control takes the whole width, under the words. */
  wide?: boolean;
  onDraft: (draft: Draft | undefined) => void;
  children: ReactNode;
}) {
  const { label, help } = settingOf(view.name);
  const asks = isOvertaken(view, draft);
  return (
    <PanelSection className={wide ? "grid gap-3" : "grid gap-x-6 gap-y-2 lg:grid-cols-[220px_minmax(0,1fr)]"}>
      <div className="min-w-0">
        <h3>{label}</h3>
        <p className="text-13 text-faint">{help}</p>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {children}
        {reason && !asks && <Note tone="declined">{reason}</Note>}
        {asks && <Overtaken view={view} draft={draft} onDraft={onDraft} />}
        <p className="flex flex-wrap items-center gap-x-3 text-12 text-faint">
          <Source view={view} draft={draft} isChanged={isChanged} />
          {view.from === "page" && draft?.fields !== null && (
            <TextButton
              className="text-12"
              aria-label={t("Back to the default of {label}", { label })}
              onClick={() => onDraft({ fields: null, version: view.version })}
            >
              {t("Back to the default")}
            </TextButton>
          )}
        </p>
      </div>
    </PanelSection>
  );
}

function Source({
  view,
  draft,
  isChanged,
}: {
  view: SettingView;
  draft: Draft | undefined;
  isChanged: boolean;
}) {
  const { timeZone } = useMerchant();
  const { name, from, changed } = view;
  if (isChanged)
    return (
      <span className="text-warning">
        {draft?.fields === null ? t("Not saved: default") : t("Not saved")}
      </span>
    );
  if (from === "environment") return <span>{t("Set by {name} on the server", { name })}</span>;
  if (from === "builtIn") return <span>{t("Default")}</span>;
  return (
    <span className="wrap-anywhere">
      {t("Set here by {by}, {instant}", {
        by: changed?.by,
        instant: formatInstant(timeZone, changed?.at ?? 0, Date.now()),
      })}
    </span>
  );
}

/** Somebody else saved the setting while a change of it was typed here. */
function Overtaken({
  view,
  draft,
  onDraft,
}: {
  view: SettingView;
  draft: Draft;
  onDraft: (draft: Draft | undefined) => void;
}) {
  return (
    <Note tone="warning" role="alert">
      {tx("{title} It is now {value}.{buttons}", {
        title: <b>{t("{by} has changed this.", { by: view.changed?.by ?? t("Someone") })}</b>,
        value: <span className="wrap-anywhere">{readable(view.name, view.text)}</span>,
        buttons: (
          <span data-overtaken="" className="mt-1 flex flex-wrap gap-x-4">
            <TextButton onClick={() => onDraft(undefined)}>{t("Take theirs")}</TextButton>
            <TextButton onClick={() => onDraft({ ...draft, version: view.version })}>
              {t("Keep mine")}
            </TextButton>
          </span>
        ),
      })}
    </Note>
  );
}
