import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import type { FieldText } from "#components/ui/form/field.tsx";

/** What every form field takes: the form it belongs to, the value it holds, and its words. */
export type FormField<Values extends FieldValues, Transformed, Value = string> = Omit<FieldText, "error"> & {
  control: Control<Values, unknown, Transformed>;
  name: FieldPathByValue<Values, Value | undefined>;
  className?: string | undefined;
  /** Takes the focus as soon as the form can be used. One field of a form at most. */
  autoFocus?: boolean | undefined;
};

/**
 * Binds one value of a form. The element given to `ref` takes the focus when it holds the first error. `read` makes the
 * value of text typed before hydration; by default it is the text itself.
 */
export function useField<Values extends FieldValues, Transformed, Value>({
  control,
  name,
  read,
}: Pick<FormField<Values, Transformed, Value>, "control" | "name"> & {
  read?: (element: HTMLInputElement) => Value;
}) {
  const { field, fieldState } = useController({ control, name });
  const { onChange } = field;
  const ref = useTypedBefore(field.ref, (element) => onChange(read ? read(element) : element.value));
  return {
    value: field.value as Value | undefined, // the type of `name` admits only paths to such a value
    setValue: (value: Value) => field.onChange(value),
    onBlur: () => afterPress(field.onBlur),
    ref,
    error: fieldState.error?.message,
  };
}

/** Takes over what was typed or checked in the server's HTML before hydration. */
function useTypedBefore(ref: RefCallback<Element>, onTyped: (element: HTMLInputElement) => void) {
  const current = useRef<HTMLInputElement>(null);
  const typed = useRef<string>(undefined);
  const setRef = useCallback(
    (element: Element | null) => {
      current.current = element instanceof HTMLInputElement ? element : null;
      ref(element);
    },
    [ref],
  );
  // Read before the next render, which would clear the element; applied once the whole form is hydrated.
  useLayoutEffect(() => {
    if (current.current && isTypedInto(current.current)) typed.current = current.current.value;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on hydration.
  useEffect(() => {
    const element = current.current;
    if (typed.current === undefined || !element) return;
    if (element.type !== "checkbox" && !isTypedInto(element)) element.value = typed.current;
    onTyped(element);
  }, []);
  return setRef;
}

const isTypedInto = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement) =>
  type === "checkbox" ? checked !== defaultChecked : value !== defaultValue;

let isPressed = false;
const ends = ["pointerup", "pointercancel"];

function watchPresses() {
  const note = ({ type }: Event) => {
    isPressed = type === "pointerdown";
  };
  for (const type of ["pointerdown", ...ends]) window.addEventListener(type, note, true);
}
if (typeof window !== "undefined") watchPresses();

/**
 * Runs `act` now, or after the click while a pointer is down. Pressing a button blurs the current field: an error shown at
 * that moment would move the button away from the pointer, and the click would be lost.
 */
function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const run = () => {
    for (const end of ends) window.removeEventListener(end, run);
    // The click comes in the same task as the end of the press.
    setTimeout(act);
  };
  for (const end of ends) window.addEventListener(end, run);
}
