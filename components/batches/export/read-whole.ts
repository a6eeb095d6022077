import { t, text } from "#lib/language/t.ts";
import type { Read } from "#lib/read.ts";

/** `partial`: more has to be read first; `read` grows as that goes on, in a unit of the reader's own. */
type PageRead<Item> =
  | Read<{ data: Item[]; total: number }>
  | { kind: "partial"; read: number; message: string };

export type WholeProgress = { read: number; total: number | undefined; waits?: string | undefined };
export type WholeRead<Item> = { kind: "whole"; items: Item[] } | { kind: "failed"; message: string };

/**
 * Reads a list from its first page to its last. It is whole or it fails: a list that changed while it was read is read
 * again, and a page that cannot be read now is asked for again a few times before the reason is given.
 */
export async function readWhole<Item>({
  readPage,
  keyOf,
  onProgress,
  pause,
  attempts = 6,
}: {
  readPage: (offset: number) => Promise<PageRead<Item>>;
  keyOf: (item: Item) => string | undefined;
  onProgress: (progress: WholeProgress) => void;
  /** Waits before a page is asked for again. Rejects when the list is no longer needed. */
  pause: () => Promise<void>;
  attempts?: number;
}): Promise<WholeRead<Item>> {
  let part: Part<Item> = none;
  let left = attempts;
  let changes = 0;
  let partial = -1;
  for (;;) {
    const progress = { read: part.items.length, total: part.total };
    onProgress(progress);
    const page = await readPage(part.items.length);
    if (page.kind === "missing") return { kind: "failed", message: page.message };
    if (page.kind === "found" && page.stale === undefined) {
      const longer = extend(part, page.value, keyOf);
      if (longer && longer.items.length >= longer.total) return { kind: "whole", items: longer.items };
      if (!longer && ++changes >= attempts) return { kind: "failed", message: t(keepsChanging) };
      part = longer ?? none;
      left = attempts;
      continue;
    }
    const comesOn = page.kind === "partial" && page.read > partial;
    if (comesOn) partial = page.read;
    left = comesOn ? attempts : left - 1;
    const message = page.kind === "found" ? (page.stale ?? "") : page.message;
    if (left === 0) return { kind: "failed", message };
    onProgress({ ...progress, waits: message });
    await pause();
  }
}

const keepsChanging = text("The list kept changing while it was read. Try again in a moment.");

type Part<Item> = { items: Item[]; total: number | undefined };
const none: Part<never> = { items: [], total: undefined };

/** The part with its next page; undefined when rows came or went meanwhile, which moves the others between the pages. */
function extend<Item>(
  { items, total }: Part<Item>,
  page: { data: Item[]; total: number },
  keyOf: (item: Item) => string | undefined,
): { items: Item[]; total: number } | undefined {
  if (total !== undefined && page.total !== total) return undefined;
  if (page.data.length === 0 && page.total > items.length) return undefined;
  const longer = [...items, ...page.data];
  return hasTwice(longer.map(keyOf)) ? undefined : { items: longer, total: page.total };
}

function hasTwice(keys: readonly (string | undefined)[]): boolean {
  const known = keys.filter((key) => key !== undefined);
  return new Set(known).size < known.length;
}
