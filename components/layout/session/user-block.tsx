import type { ReactNode } from "react";
import { ThemeToggle } from "../theme/theme-toggle.tsx";

/** The signed-in user, with the theme switch; `actions` (lock, sign out) are below. */
export function UserBlock({
  name,
  role,
  actions,
}: {
  name: string;
  /** The role and, if set, the workstation: "Clerk, Workstation 2". */
  role: string;
  actions?: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-center gap-2.5 py-1 pr-1 pl-2">
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-avatar text-12 font-semibold"
        >
          {initials(name)}
        </span>
        <span className="min-w-0 flex-1 text-13 leading-4">
          <span className="block truncate">{name}</span>
          <span className="block truncate text-12 text-faint">{role}</span>
        </span>
        <ThemeToggle />
      </div>
      {actions}
    </div>
  );
}

/** The first letters of the first and the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${words[0]?.[0] ?? ""}${last?.[0] ?? ""}`.toUpperCase();
}
