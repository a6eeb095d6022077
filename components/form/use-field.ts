import { type Control, type FieldPathByValue, type FieldValues, useController } from "react-hook-form";
import type { FieldText } from "#components/ui/field.tsx";

/** What every form field takes: the form it belongs to, the value it holds, and its words. */
export type FormField<Values extends FieldValues, Transformed, Value = string> = Omit<FieldText, "error"> & {
  control: Control<Values, unknown, Transformed>;
  name: FieldPathByValue<Values, Value | undefined>;
  className?: string | undefined;
  /** Takes the focus as soon as the form can be used. One field of a form at most. */
  autoFocus?: boolean | undefined;
};

/** Binds one value of a form. The element given to `ref` takes the focus when it holds the first error. */
export function useField<Values extends FieldValues, Transformed, Value>({
  control,
  name,
}: Pick<FormField<Values, Transformed, Value>, "control" | "name">) {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value as Value | undefined, // the type of `name` admits only paths to such a value
    setValue: (value: Value) => field.onChange(value),
    onBlur: field.onBlur,
    ref: field.ref,
    error: fieldState.error?.message,
  };
}
