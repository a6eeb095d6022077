import { useSyncExternalStore } from "react";
import { pageUser } from "#components/layout/session/send-page-user.ts";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { readTyped, storeTyped } from "#lib/session/typed.ts";

/** What somebody typed and did not store, by field: in their tab alone, for them alone, past a reload and other pages. */
export type TabDraft = Readonly<Record<string, string>>;

type Kept = { user: string; drafts: Record<string, { at: number; fields: TabDraft }> };

/** A working day: what is older was left behind. */
const longestMs = 12 * 60 * 60_000;

const watchers = new Set<() => void>();

/** The draft of this name; undefined on the server, and until the page is ready. */
export function useTabDraft(name: string): TabDraft | undefined {
  // Text, so that it stays the same for as long as nothing is typed.
  const stored = useSyncExternalStore(
    watch,
    () => JSON.stringify(readTabDraft(name)),
    () => undefined,
  );
  return stored === undefined ? undefined : JSON.parse(stored);
}

/** Keeps the draft in place of the one of this name; without a draft, forgets that one. A field with a card number is kept empty. */
export function keepTabDraft(name: string, draft: TabDraft | undefined): void {
  const user = pageUser();
  const { [name]: _, ...drafts } = readDrafts(user);
  if (draft) drafts[name] = { at: Date.now(), fields: withoutCardNumbers(draft) };
  const isAny = Object.keys(drafts).length > 0;
  storeTyped("pages", user && isAny ? ({ user, drafts } satisfies Kept) : undefined);
  for (const notify of watchers) notify();
}

/** The draft of this name, now. */
export const readTabDraft = (name: string): TabDraft | undefined => readDrafts(pageUser())[name]?.fields;

/** Those of this user that are not too old. Storage may hold anything: only what is a draft is taken. */
function readDrafts(user: string | undefined): Kept["drafts"] {
  const kept: Partial<Kept> = Object(readTyped("pages"));
  if (user && kept.user !== user) storeTyped("pages", undefined);
  if (!user || kept.user !== user) return {};
  return Object.fromEntries(
    Object.entries(Object(kept.drafts) as Kept["drafts"]).filter(
      ([, draft]) =>
        Date.now() - Object(draft).at < longestMs &&
        Object.values(Object(Object(draft).fields)).every((text) => typeof text === "string"),
    ),
  );
}

const withoutCardNumbers = (draft: TabDraft): TabDraft =>
  Object.fromEntries(
    Object.entries(draft).map(([field, text]) => [field, holdsCardNumber(text) ? "" : text]),
  );

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
