"use client";

import { type ReactNode, useId, useState } from "react";
import { useNow } from "#components/payment-result/use-now.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { formatClock } from "#lib/format/durations.ts";
import { t } from "#lib/language/t.ts";

/** The buttons of the dialog; while its request is on the way, how long it has taken in place of the cancel button. */
export function DialogFooter({
  pending,
  isQueued,
  dismiss,
  onClose,
  children,
}: {
  pending: boolean;
  isQueued: boolean;
  dismiss: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">
      {pending ? (
        <Waiting isQueued={isQueued} />
      ) : (
        <Button kbd="Esc" className="h-12!" onClick={onClose}>
          {dismiss}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Its accessible name is the action alone; the amount describes it. */
export function DialogSubmit({
  label,
  sum,
  pending,
  disabled,
}: {
  label: string;
  sum: string;
  pending: boolean;
  disabled: boolean;
}) {
  const sumId = useId();
  return (
    <Button
      type="submit"
      variant="primary"
      size="l"
      kbd="Ctrl Enter"
      loading={pending}
      disabled={disabled}
      aria-label={label}
      aria-describedby={sumId}
    >
      <span>
        {label} <span id={sumId}>{sum}</span>
      </span>
    </Button>
  );
}

function Waiting({ isQueued }: { isQueued: boolean }) {
  const [began] = useState(() => Date.now());
  const now = useNow() ?? began;
  const word = isQueued ? t("Queued") : t("Waiting for the gateway");
  return (
    <span className="mr-auto">
      <Spinner>
        <span>
          {word}
          {/* Spoken once, not every second. */}
          <span aria-hidden="true">, {formatClock((now - began) / 1000)}</span>
        </span>
      </Spinner>
    </span>
  );
}
