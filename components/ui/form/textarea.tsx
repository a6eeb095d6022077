import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { inputClass } from "./input.tsx";

/** A text field of several lines, which can be pulled taller. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...rest} rows={rows} className={cx(inputClass, "block resize-y px-2.5 py-2", className)} />
  );
}
