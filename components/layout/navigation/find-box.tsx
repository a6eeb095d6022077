"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { paths } from "#lib/paths.ts";
import { useHotkeys } from "../shortcuts/use-hotkeys.ts";

/** Keys and reference numbers; anything shorter, or with other signs, is a search. */
const KEY = /^(?=.*\d)[\w-]{6,64}$/;

/** Opens a payment by its key or reference number, or searches for anything else. On a phone, a button opens the field over the header. */
export function FindBox() {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const ready = useReady();
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState(false);

  const focus = () => {
    setOpen(true);
    // On a phone, the field can be focused only once it is shown.
    requestAnimationFrame(() => field.current?.select());
  };
  useHotkeys([{ keys: "ctrl+k", does: "Find a payment", act: focus }], { group: "Everywhere" });

  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || !field.current) return;
    field.current.value = "";
    if (holdsCardNumber(text)) return setRefused(true);
    field.current.blur();
    router.push(KEY.test(text) ? paths.transaction(text) : paths.search(text));
  };

  return (
    <search>
      <Button
        variant="quiet"
        iconOnly
        icon="search"
        aria-label="Find a payment"
        onClick={focus}
        className={cx("sm:hidden", open && "max-sm:invisible")}
      />
      <form
        onSubmit={find}
        className={cx(
          "relative flex h-8 w-36 items-center gap-2 rounded-md border border-field-line bg-field px-2 text-13 has-focus:outline-2 has-focus:-outline-offset-1 has-focus:outline-focus lg:w-56",
          open
            ? "max-sm:absolute max-sm:inset-x-4 max-sm:inset-y-1.5 max-sm:h-11 max-sm:w-auto"
            : "max-sm:hidden",
        )}
      >
        <Icon name="search" className="text-faint" />
        <input
          ref={field}
          type="text"
          aria-label="Payment key or reference number"
          placeholder="Find a payment"
          title="A key or reference number, or a search such as card:1111"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-invalid={refused || undefined}
          aria-describedby={refused ? problemId : undefined}
          onChange={() => setRefused(false)}
          onBlur={() => {
            setOpen(false);
            setRefused(false);
          }}
          className="min-w-0 flex-1 bg-transparent outline-none max-sm:text-16"
        />
        {/* Keeps Enter from submitting the form before React handles it. */}
        <button type="submit" hidden disabled={!ready} />
        <span className="max-lg:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
        {refused && (
          <p
            id={problemId}
            role="alert"
            className="absolute top-full right-0 z-20 mt-1 flex w-64 max-w-full min-w-56 gap-1.5 rounded-md border border-line bg-surface p-2 text-13 text-declined shadow-menu max-sm:w-full"
          >
            <Icon name="warning" size={14} className="mt-0.5" />
            {cardNumberProblem}
          </p>
        )}
      </form>
    </search>
  );
}
