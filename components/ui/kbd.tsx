import { cx } from "./cx.ts";

/**
 * The key hint of a control. Not shown on phones, never printed, and not part of the control's accessible name unless it
 * is `spoken`, as in a list of keys.
 */
export function Kbd({
  children,
  onFill = false,
  spoken = false,
}: {
  children: string;
  onFill?: boolean;
  spoken?: boolean;
}) {
  return (
    <kbd
      aria-hidden={!spoken || undefined}
      className={cx(
        "inline-block h-[18px] min-w-5 shrink-0 rounded-sm border px-[5px] text-center font-sans text-11 font-normal tracking-normal leading-4 whitespace-nowrap max-sm:hidden print:hidden",
        onFill ? "border-current/55 text-inherit" : "border-line-strong bg-surface text-muted",
      )}
    >
      {children}
    </kbd>
  );
}
