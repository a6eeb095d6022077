import { useKeptDrafts } from "#components/form/use-kept-drafts.ts";
import { fieldProblems, type SettingFields, toFields, toText } from "#lib/settings/fields.ts";
import type { SettingChange, SettingView } from "#lib/settings/settings-page.ts";

/** What was typed for a setting, and which version of it was seen then; `fields` null: back to the default. */
export type Draft = { fields: SettingFields | null; version: number };

/** The unsaved changes of the page. */
export const useDrafts = () => useKeptDrafts<Draft>("settings");

/** The fields as they are shown: typed, or saved. */
export function shownFields(view: SettingView, draft: Draft | undefined): SettingFields {
  if (!draft) return toFields(view.name, view.text);
  return draft.fields ?? toFields(view.name, view.fallback);
}

/** Whether somebody else saved the setting after its change was typed. What they saved may be the same. */
export const isOvertaken = (view: SettingView, draft: Draft | undefined): draft is Draft =>
  changeOf(view, draft) !== undefined && draft?.version !== view.version;

/** What one would save; undefined where it is as it was. */
export function changeOf(view: SettingView, draft: Draft | undefined): SettingChange | undefined {
  if (!draft) return undefined;
  const { name } = view;
  if (draft.fields === null)
    return view.from === "page" ? { name, value: null, version: draft.version } : undefined;
  const value = toText(name, draft.fields);
  const isSame = value === view.text && Object.keys(fieldProblems(name, draft.fields)).length === 0;
  return isSame ? undefined : { name, value, version: draft.version };
}
