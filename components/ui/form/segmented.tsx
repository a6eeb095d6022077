"use client";

import { useEffect, useId, useRef } from "react";
import { cx } from "../cx.ts";
import { useReady } from "../until-ready.tsx";

/** One of a few, side by side: a radio group, so that arrow keys move it. Scrolls sideways where it does not fit; with `wraps` a phone shows it in lines. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  full = false,
  wraps = false,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Undefined when no option is selected. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  full?: boolean;
  wraps?: boolean;
}) {
  const name = useId();
  const ready = useReady();
  const set = useRef<HTMLFieldSetElement>(null);
  // The chosen one may be past the edge of a narrow window.
  useEffect(() => {
    const box = set.current;
    const chosen = value === undefined ? null : box?.querySelector<HTMLElement>("label:has(input:checked)");
    if (!box || !chosen) return;
    if (
      chosen.offsetLeft < box.scrollLeft ||
      chosen.offsetLeft + chosen.offsetWidth > box.scrollLeft + box.clientWidth
    )
      box.scrollLeft = chosen.offsetLeft - (box.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <fieldset
      ref={set}
      disabled={!ready}
      data-starting={!ready || undefined}
      className={cx(
        "relative max-w-full overflow-x-auto rounded-md border border-field-line bg-field [scrollbar-width:none]",
        // At 400 % zoom it is a line more, not past the edge.
        full ? "grid auto-cols-fr grid-flow-col" : "inline-flex max-[22rem]:flex-wrap",
        wraps && "max-sm:flex max-sm:flex-wrap max-sm:gap-px max-sm:bg-line-strong",
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            "relative inline-flex h-8.5 cursor-pointer items-center text-13 whitespace-nowrap text-muted",
            "not-first-of-type:border-l not-first-of-type:border-line-strong has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent",
            "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
            // Of equal width, so a long text takes a second line on a phone.
            full
              ? "justify-center max-sm:h-auto max-sm:min-h-10.5 max-sm:px-1 max-sm:py-1 max-sm:text-center max-sm:whitespace-normal"
              : "px-3 max-sm:h-10.5",
            wraps && "max-sm:grow max-sm:justify-center max-sm:border-l-0! max-sm:not-has-checked:bg-field",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
