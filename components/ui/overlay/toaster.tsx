"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { Icon } from "../icon/icon.tsx";
import { toneText } from "../status/tone.ts";
import { currentToasts, type Toast, watchToasts } from "./toast.ts";

/** Where short notices of side effects appear, over everything. Screen readers read them out of a region that is always there. */
export function Toaster() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts, none);
  const stack = useRef<HTMLUListElement>(null);
  const newest = toasts.at(-1)?.id;
  // Reopened with each toast, so that it is above a dialog opened since.
  useEffect(() => {
    stack.current?.hidePopover();
    if (newest !== undefined) stack.current?.showPopover();
  }, [newest]);

  return (
    <section aria-label={t("Notices")}>
      <div aria-live="polite" className="sr-only">
        {toasts.map(({ id, title, description }) => (
          <p key={id}>
            {[title, description]
              .filter((text) => text !== undefined)
              .map(translate)
              .join(": ")}
          </p>
        ))}
      </div>
      <ul
        ref={stack}
        popover="manual"
        aria-hidden="true"
        className="fixed inset-auto right-4 bottom-4 m-0 w-[min(356px,calc(100vw-32px))] gap-2 bg-transparent font-sans text-13 text-ink open:grid print:hidden"
      >
        {toasts.map(({ id, tone, title, description }) => (
          <li
            key={id}
            className="flex items-start gap-2 rounded-lg border border-line-strong bg-surface p-3 shadow-menu"
          >
            <Icon name={tone} className={`mt-0.5 ${toneText[tone]}`} />
            <span className="grid min-w-0 wrap-anywhere">
              <b>{translate(title)}</b>
              {description && <span className="text-muted">{translate(description)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const noToasts: readonly Toast[] = [];
const none = () => noToasts;
