"use client";

import { rowLink } from "#components/ui/table/table.tsx";
import { useReady } from "#components/ui/until-ready.tsx";

/** The name of a row, which opens its details under the list: another address of the same page, without a request for it. */
export function RowLink({ id, href, children }: { id: string; href: string; children: string }) {
  const ready = useReady();
  return (
    <a
      id={id}
      href={href}
      title={children}
      onClick={(event) => {
        // Until the page is ready the router would not hear of it: the browser goes there.
        if (!ready || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        window.history.pushState(null, "", href);
      }}
      className={`${rowLink} max-w-full truncate text-ink no-underline`}
    >
      {children}
    </a>
  );
}
