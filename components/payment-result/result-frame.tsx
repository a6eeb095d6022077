"use client";

import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from "react";
import { cx } from "#components/ui/cx.ts";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import type { Tone } from "#components/ui/status/tone.ts";
import { t } from "#lib/language/t.ts";

/**
 * The region of a result. It takes the focus when it appears, so that its state is spoken at once (a new live region is
 * not), and announces changes of the state.
 */
export function ResultFrame({
  tone,
  icon,
  title,
  end,
  children,
}: {
  tone: Tone;
  icon: IconName;
  title: string;
  end?: ReactNode;
  children: ReactNode;
}) {
  const region = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section
      ref={region}
      aria-label={t("Result")}
      aria-describedby={id}
      tabIndex={-1}
      className="scroll-mt-20 outline-none"
    >
      <Panel as="div" roomy>
        <div id={id} aria-live="polite">
          <ResultBand tone={tone} icon={icon} end={end}>
            {title}
          </ResultBand>
        </div>
        {children}
      </Panel>
    </section>
  );
}

/** What happened at the left, what to say and do beside it; under each other below 1024 px. */
export function ResultColumns({ children, side }: { children: ReactNode; side?: ReactNode }) {
  // Drawn after what happened: that is what everybody waits for.
  const beside = useDeferredValue(side, null);
  return (
    <div className={cx("grid", side !== undefined && "lg:grid-cols-[minmax(0,1fr)_minmax(0,336px)]")}>
      <div className="grid min-w-0 content-start gap-6 p-4 sm:p-6">{children}</div>
      {side !== undefined && (
        <div className="grid min-w-0 content-start gap-6 border-line p-4 max-lg:border-t sm:p-6 lg:border-l">
          {beside}
        </div>
      )}
    </div>
  );
}

/** A small heading over a group of a result. */
export function ResultGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-13 text-muted">{title}</h2>
      {children}
    </div>
  );
}
