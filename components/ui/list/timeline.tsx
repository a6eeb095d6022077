import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";

/** What happened, in order, with the time at the left and who or what did it as an icon. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="grid">{children}</ol>;
}

export function TimelineItem({
  time,
  icon,
  by,
  children,
}: {
  time: string;
  icon: IconName;
  by?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="group/event grid min-h-9 grid-cols-[24px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[76px_24px_minmax(0,1fr)]">
      <time className="pt-0.5 text-13 text-faint max-sm:order-2 max-sm:col-start-2 max-sm:pt-0 max-sm:pb-3">
        {time}
      </time>
      <span className="relative flex justify-center after:absolute after:top-6 after:bottom-0 after:w-px after:bg-line-strong group-last/event:after:hidden max-sm:row-span-2">
        <span className="grid size-6 place-items-center rounded-full border border-line bg-sunken text-muted">
          <Icon name={icon} size={14} />
        </span>
      </span>
      <div className="pt-0.5 pb-0 sm:pb-3 max-sm:order-1">
        {children}
        {by !== undefined && <span className="text-13 text-faint"> {by}</span>}
      </div>
    </li>
  );
}
