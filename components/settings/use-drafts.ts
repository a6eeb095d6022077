import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { fieldProblems, type SettingFields, toFields, toText } from "#lib/settings/fields.ts";
import type { MerchantSettingName } from "#lib/settings/merchant-settings.ts";
import type { SettingChange, SettingView } from "#lib/settings/settings-page.ts";

/** What was typed for a setting, and which version of it was seen then; `fields` null: back to the default. */
export type Draft = { fields: SettingFields | null; version: number };
export type Drafts = Readonly<Partial<Record<MerchantSettingName, Draft>>>;

/** In the user's own query cache, so that going to another page and back loses nothing, and no other user sees it. */
const draftsKey = ["settings-drafts"] as const;

/** The unsaved changes of the page. Loading it again asks first. */
export function useDrafts() {
  const queries = useQueryClient();
  const { data: drafts = {} } = useQuery<Drafts>({
    queryKey: draftsKey,
    queryFn: () => ({}),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const hasAny = Object.keys(drafts).length > 0;
  useEffect(() => {
    if (!hasAny) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [hasAny]);
  const put = (name: MerchantSettingName, draft: Draft | undefined) =>
    queries.setQueryData<Drafts>(draftsKey, (now = {}) => {
      const { [name]: _, ...others } = now;
      return draft ? { ...others, [name]: draft } : others;
    });
  return { drafts, put, clear: () => queries.setQueryData<Drafts>(draftsKey, {}) };
}

/** The fields as they are shown: typed, or saved. */
export function shownFields(view: SettingView, draft: Draft | undefined): SettingFields {
  if (!draft) return toFields(view.name, view.text);
  return draft.fields ?? toFields(view.name, view.fallback);
}

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
