"use client";

import { Toaster as Sonner } from "sonner";
import { Icon } from "./icon.tsx";

/** Where short notices of side effects appear ("Receipt emailed"). The result of a money action never belongs here. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      containerAriaLabel="Notices"
      icons={{
        success: <Icon name="approved" className="text-approved" />,
        error: <Icon name="declined" className="text-declined" />,
        warning: <Icon name="warning" className="text-warning" />,
        info: <Icon name="info" className="text-muted" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-(--width) items-start gap-2 rounded-lg border border-line-strong bg-surface p-3 font-sans text-13 text-ink shadow-menu print:hidden",
          icon: "mt-0.5",
          title: "font-semibold",
          description: "text-muted",
          actionButton: "ml-auto min-h-6 text-accent underline underline-offset-[3px]",
        },
      }}
    />
  );
}
