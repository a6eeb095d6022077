import { useEffect } from "react";
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from "react-hook-form";
import { keepTabDraft, readTabDraft } from "#components/form/tab-drafts.ts";

/**
 * Keeps what is typed into these fields of a form in its tab, past a reload, and fills them with it. What equals the form's
 * beginning is no draft. Returns the function that forgets it.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  { watch, setValue, formState }: Pick<UseFormReturn<Values>, "watch" | "setValue" | "formState">,
  fields: readonly FieldPath<Values>[],
): () => void {
  const { defaultValues } = formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form; its beginning and fields stay the same.
  useEffect(() => {
    const kept = readTabDraft(name);
    for (const field of fields)
      if (kept?.[field] !== undefined) setValue(field, kept[field] as PathValue<Values, typeof field>); // fields of a draft hold text
    const { unsubscribe } = watch((values, { name: changed }) => {
      if (!fields.some((field) => field === changed)) return;
      const typed = Object.fromEntries(fields.map((field) => [field, String(values[field] ?? "")]));
      const isTyped = fields.some((field) => typed[field] !== defaultValues?.[field]);
      keepTabDraft(name, isTyped ? typed : undefined);
    });
    return unsubscribe;
  }, [name]);
  return () => keepTabDraft(name, undefined);
}
