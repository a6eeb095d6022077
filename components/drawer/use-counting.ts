import { useState } from "react";
import { keepTabDraft, readTabDraft, type TabDraft, useTabDraft } from "#components/form/tab-drafts.ts";
import type { ShiftDetail } from "#lib/drawer/shift.ts";

/** What is typed of a count, by denomination, stays in its tab until the count is stored or canceled. */
type Typed = Readonly<Record<string, string>>;

const nameOf = (shift: number | undefined) => `count-${shift ?? ""}`;

/** `previous` is the count that this one follows. */
export const keepCount = (shift: number, typed: Typed, previous: string | null): void =>
  keepTabDraft(nameOf(shift), { ...typed, previous: previous ?? "" });

export const forgetCount = (shift: number): void => keepTabDraft(nameOf(shift), undefined);

export function keptCount(shift: number): Typed {
  const { previous: _, ...typed }: TabDraft = readTabDraft(nameOf(shift)) ?? {};
  return typed;
}

export const lastCountOf = (detail: ShiftDetail | null | undefined): string | null =>
  detail?.comparison?.counts.at(-1)?.id ?? null;

/**
 * Whether this shift is being counted on this page. A half-done count is open again after a reload, unless the shift was
 * counted meanwhile: then it waits in the form that counts again.
 */
export function useCounting(
  detail: ShiftDetail | null | undefined,
  { canUse }: { canUse: boolean },
): [isCounting: boolean, count: (shift: number | undefined) => void] {
  const [counting, setCounting] = useState<number>();
  const number = detail?.shift.number;
  const kept = useTabDraft(nameOf(number));
  const isOpen = detail?.shift.state === "open" || detail?.comparison?.canRecount === true;
  if (canUse && isOpen && counting !== number && kept?.previous === (lastCountOf(detail) ?? ""))
    setCounting(number);
  return [number !== undefined && counting === number, setCounting];
}
