import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import { translateChildren } from "../translate-children.ts";

/** An empty list: what belongs in it, what to do next, and a link. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-10 text-center">
      <Icon name={icon} size={24} className="mb-1 text-faint" />
      <p className="font-semibold">{title}</p>
      <p className="max-w-[48ch] text-muted">{translateChildren(children)}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
