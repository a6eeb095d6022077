"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Icon } from "../icon/icon.tsx";
import { Kbd } from "../kbd.tsx";

/** A section that opens. Its line shows a summary even while it is closed, and which key opens it. */
export function Disclosure({
  title,
  value,
  kbd,
  open,
  onOpenChange,
  children,
}: {
  title: string;
  value?: ReactNode;
  kbd?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const takeOver = useEffectEvent(() => {
    const isOpen = details.current?.open ?? open;
    if (isOpen !== open) onOpenChange(isOpen);
  });
  // The browser opens it before the page is ready, and no event of that is left.
  useEffect(() => takeOver(), []);
  return (
    <details
      ref={details}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onOpenChange(event.currentTarget.open);
      }}
      className="group/disclosure not-first:border-t not-first:border-line"
    >
      {/* At once: the event of a toggle comes later, when the page may be gone. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          onOpenChange(!open);
        }}
        className="flex min-h-10 items-center gap-3 px-6 hover:bg-sunken focus-visible:-outline-offset-2 max-sm:min-h-12 max-sm:px-4"
      >
        <Icon
          name="right"
          className="text-faint transition-transform duration-100 group-open/disclosure:rotate-90"
        />
        <span className="shrink-0">{title}</span>
        <span className="ml-auto min-w-0 truncate text-13 text-muted">{value}</span>
        {kbd && <Kbd>{kbd}</Kbd>}
      </summary>
      <div className="px-4 pt-1 pb-4 sm:px-6 sm:pb-6">{children}</div>
    </details>
  );
}
