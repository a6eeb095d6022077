import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { toastDone } from "#components/ui/overlay/toast.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { settingsKey, settingsQuery } from "#lib/queries/settings.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { type FieldProblems, fieldProblems } from "#lib/settings/fields.ts";
import { merchantSettingNames } from "#lib/settings/merchant-settings.ts";
import type { SettingView } from "#lib/settings/settings-page.ts";
import { saveSettings } from "#server/actions/settings.ts";
import { changeOf, isOvertaken, useDrafts } from "./use-drafts.ts";

/** The settings as they count, what was typed over them, and saving it. */
export function useSettingsForm() {
  const router = useRouter();
  const { data, error } = useQuery(settingsQuery());
  const { drafts, put, clear } = useDrafts();
  /** Whether the dialog is open that saves, and whether a save was asked for while something was wrong. */
  const [isSaving, setSaving] = useState(false);
  const [tried, setTried] = useState(false);
  const { act, pending, problem, reasons } = useAct({
    changes: settingsKey,
    unanswered: t("No response from the server. The changes may have been saved: close this and check."),
    fields: ["password", ...merchantSettingNames],
  });
  const settings = data?.settings ?? [];
  const changes = settings.flatMap((view) => changeOf(view, drafts[view.name]) ?? []);
  const problemsOf = (view: SettingView): FieldProblems => {
    const fields = drafts[view.name]?.fields;
    return fields ? fieldProblems(view.name, fields) : {};
  };
  const wrong = settings.filter((view) => Object.keys(problemsOf(view)).length > 0).length;
  const overtaken = settings.filter((view) => isOvertaken(view, drafts[view.name])).length;
  const discard = () => {
    clear();
    setTried(false);
  };
  const save = async (password: Proof) => {
    if (!(await act(() => saveSettings({ changes, password })))) return;
    discard();
    setSaving(false);
    toastDone(t("{changes} saved", { changes: countOf(changes.length, "change") }));
    // The frame of this page shows the store's name.
    router.refresh();
  };
  const ask = () => {
    setTried(true);
    if (wrong === 0 && overtaken === 0) return setSaving(true);
    document.querySelector<HTMLElement>("main [aria-invalid], main [data-overtaken] button")?.focus();
  };
  return {
    page: data,
    error,
    drafts,
    put,
    changes,
    problemsOf,
    reasons,
    wrong: tried ? wrong : 0,
    overtaken,
    discard,
    ask,
    dialog:
      isSaving && changes.length > 0 && overtaken === 0
        ? { pending, problem, passwordReason: reasons.password, save }
        : undefined,
    closeDialog: () => setSaving(false),
  };
}
