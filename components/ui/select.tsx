import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { inputClass } from "./input.tsx";

/** The system's own select, so that a keyboard and a phone work as everywhere. Options are its children. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        className={cx(inputClass, "h-control appearance-none pr-8 pl-2.5 text-ellipsis", className)}
      />
      <Icon
        name="down"
        className="pointer-events-none absolute top-[calc(var(--control)/2-8px)] right-2.5 text-faint"
      />
    </span>
  );
}
