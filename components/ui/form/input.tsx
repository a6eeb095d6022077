import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

/** The look of everything one types into, without a height. */
export const inputClass =
  "w-full min-w-0 rounded-md border border-field-line bg-field text-ink max-sm:text-16 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus aria-invalid:not-focus:border-declined shut:cursor-not-allowed shut:border-line-strong shut:bg-sunken shut:text-faint [[readonly]]:bg-sunken";

/** A one-line text field. `end` is shown inside it at the right and cannot be clicked. */
export function Input({
  right = false,
  end,
  className,
  ...rest
}: ComponentProps<"input"> & { right?: boolean; end?: ReactNode }) {
  const input = (
    <input
      {...rest}
      className={cx(
        inputClass,
        "h-control",
        end ? "pr-[76px] pl-2.5" : "px-2.5",
        right && "text-right",
        className,
      )}
    />
  );
  if (!end) return input;
  return (
    <div className="relative">
      {input}
      <span className="pointer-events-none absolute top-0 right-2.5 flex h-control items-center gap-1.5 text-13 text-muted">
        {end}
      </span>
    </div>
  );
}
