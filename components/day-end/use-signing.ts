import { useState } from "react";
import { keepTabDraft, useTabDraft } from "#components/form/tab-drafts.ts";
import { useAct } from "#components/layout/use-act.ts";
import { type DayEnd, type DaySignature, oneLine } from "#lib/day-end/day-end.ts";
import { t } from "#lib/language/t.ts";
import { dayEndKey } from "#lib/queries/day-end.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { signDay } from "#server/actions/day-end.ts";

export type Signing = ReturnType<typeof useSigning>;

/** Signs a day. The note outlives the form, which goes once somebody else has signed, and stays in its tab until the day is signed. */
export function useSigning({ day, fingerprint }: DayEnd) {
  const draft = `day-end-${day}`;
  const kept = useTabDraft(draft)?.note ?? "";
  const [typed, setTyped] = useState<string>();
  const note = typed ?? kept;
  const setNote = (text: string) => {
    setTyped(text);
    keepTabDraft(draft, text === "" ? undefined : { note: text });
  };
  const [wasRefused, setRefused] = useState(false);
  const forget = () => {
    setNote("");
    setRefused(false);
  };
  const { act, pending, problem, reasons } = useAct({
    changes: dayEndKey,
    unanswered: t("No response from the server. Try again: the day is signed only once."),
    fields: ["note", "password"],
  });
  const sign = (password: Proof) =>
    act(async () => {
      const result = await signDay({ day, fingerprint, note, password });
      // Before the day is read again: an own signature overtakes nobody.
      if (result.ok) forget();
      else setRefused(true);
      return result;
    });
  /** Whether this signature came first. One with the same note may be this user's, whose answer was lost. */
  const isOvertakenBy = (signature: DaySignature) =>
    !pending && (wasRefused || (note.trim() !== "" && oneLine(note) !== signature.note));
  return { note, setNote, sign, pending, problem, reasons, isOvertakenBy, forget };
}
