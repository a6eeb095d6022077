import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "../cx.ts";

/** A checkbox with its sentence. The accessible name is `label` alone; `help` describes it. */
export function Checkbox({
  label,
  help,
  error,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "id"> & {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
}) {
  const id = useId();
  const describedBy = cx(help !== undefined && `${id}-help`, error !== undefined && `${id}-error`);
  return (
    <div className={cx("flex min-h-6 items-start gap-2 max-sm:min-h-11", className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent-fill"
      />
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <span id={`${id}-help`} className="text-faint">
            {" "}
            {help}
          </span>
        )}
        {error !== undefined && (
          <span id={`${id}-error`} className="block text-12 text-declined">
            {error}
          </span>
        )}
      </div>
    </div>
  );
}
