"use client";

import {
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Note } from "#components/ui/status/note.tsx";
import { useReady } from "#components/ui/until-ready.tsx";

/**
 * The frame of every form. While `pending` it is one disabled fieldset, which takes the focus away; a refusal brings it back, to what
 * is marked. `submitError` is shown above the buttons. Its fields accept text before hydration (see `useField` and early-keys.ts);
 * a form that comes with the server's page puts its submit button inside `UntilReady`.
 */
export function SubmitShell({
  label,
  pending,
  submitError,
  onSubmit,
  enterMovesOn = false,
  footer,
  className,
  children,
}: {
  /** The accessible name of the form. */
  label: string;
  pending: boolean;
  submitError: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Enter goes to the next field instead of submitting: for forms that move money. */
  enterMovesOn?: boolean;
  /** Buttons, under the error. */
  footer?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const ready = useReady();

  useEffect(() => {
    const frame = form.current;
    // Does not move the focus of a user who is already typing.
    if (!ready || frame?.contains(document.activeElement)) return;
    const first = frame?.querySelector<HTMLElement>("[data-autofocus]");
    first?.focus();
    // A suggested or kept amount is typed over, not added to.
    if (first instanceof HTMLInputElement) first.select();
  }, [ready]);

  const held = useRef<HTMLElement>(undefined);
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    const hasEnded = wasPending.current && !pending;
    wasPending.current = pending;
    if (!hasEnded || document.activeElement !== document.body) return;
    const marked = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const next = marked ?? (submitError ? held.current : undefined);
    next?.focus();
  }, [pending, submitError]);

  return (
    <form
      ref={form}
      aria-label={label}
      aria-busy={pending || undefined}
      // Where a card number was cleared, the rest is not sent without that field before the person has seen it.
      data-shows-refused={enterMovesOn ? "" : undefined}
      data-starting={!ready || undefined}
      method="post"
      noValidate
      autoComplete="off"
      onSubmit={onSubmit}
      onFocus={({ target }) => {
        held.current = target;
      }}
      onKeyDown={enterMovesOn ? moveOnEnter : undefined}
    >
      <fieldset disabled={pending} className={className}>
        {children}
        {submitError && (
          <div className="not-first:mt-4">
            <Note tone="declined" role="alert">
              {submitError}
            </Note>
          </div>
        )}
        {footer}
      </fieldset>
    </form>
  );
}

function moveOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const here = event.target as HTMLElement; // a key event in a form comes from an element of it
  if (!here.matches("input, select")) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(fieldSelector)].filter((field) =>
    field.checkVisibility(),
  );
  fields[fields.indexOf(here) + 1]?.focus();
}

const fieldSelector =
  'input:not(:disabled):not([readonly]), select:not(:disabled), textarea:not(:disabled), button[type="submit"]:not(:disabled)';
