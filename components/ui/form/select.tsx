"use client";

import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon/icon.tsx";
import { useReady } from "../until-ready.tsx";
import { inputClass } from "./input.tsx";

/** The browser's own select; its options are the children. Disabled until React listens: a choice is never lost. */
export function Select({ className, disabled, ...rest }: ComponentProps<"select">) {
  const ready = useReady();
  return (
    <span className="relative block min-w-0">
      <select
        {...rest}
        disabled={disabled || !ready}
        data-starting={(!ready && !disabled) || undefined}
        className={cx(inputClass, "h-control appearance-none pr-8 pl-2.5 text-ellipsis", className)}
      />
      <Icon
        name="down"
        className="pointer-events-none absolute top-[calc(var(--control)/2-8px)] right-2.5 text-faint"
      />
    </span>
  );
}
