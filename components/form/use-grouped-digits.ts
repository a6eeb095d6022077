import { type ChangeEvent, type RefCallback, useCallback, useLayoutEffect, useRef } from "react";
import { isDigits } from "#lib/forms/digits.ts";

/**
 * An input whose value is digits, displayed in groups; a text that is not understood is displayed as it is. The caret stays
 * after the same digit, and deleting a gap deletes the digit before it.
 */
export function useGroupedDigits({
  digits,
  clean,
  group,
  onDigits,
  ref,
}: {
  digits: string;
  clean: (text: string) => string;
  group: (digits: string) => string;
  onDigits: (digits: string) => void;
  ref: RefCallback<HTMLInputElement>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(null);
  const face = isDigits(digits) ? group(digits) : digits;

  useLayoutEffect(() => {
    if (caret.current === null || input.current !== document.activeElement) return;
    const place = placeAfterDigit(face, caret.current);
    input.current?.setSelectionRange(place, place);
    caret.current = null;
  });

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    const before = countDigits(text.slice(0, event.target.selectionStart ?? text.length));
    const next = clean(text);
    if (!isDigits(next)) {
      caret.current = null;
      return onDigits(next);
    }
    const gapDeleted =
      isBackspace(event.nativeEvent) && next === digits && text.length < face.length && before > 0;
    caret.current =
      text.length === (event.target.selectionStart ?? -1) ? next.length : before - (gapDeleted ? 1 : 0);
    onDigits(gapDeleted ? next.slice(0, before - 1) + next.slice(before) : next);
  };

  const setRef = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      ref(element);
    },
    [ref],
  );

  return { ref: setRef, value: face, onChange };
}

const countDigits = (text: string) => text.replace(/[^\p{Nd}]/gu, "").length;

const isBackspace = (event: Event) =>
  event instanceof InputEvent && event.inputType === "deleteContentBackward";

function placeAfterDigit(face: string, count: number): number {
  let seen = 0;
  for (let place = 0; place < face.length; place++) {
    if (seen === count) return place;
    if (/\d/.test(face[place] ?? "")) seen++;
  }
  return face.length;
}
