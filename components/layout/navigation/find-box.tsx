"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { useReady } from "#components/ui/until-ready.tsx";
import { t } from "#lib/language/t.ts";
import { useHotkeys } from "../shortcuts/use-hotkeys.ts";

const Palette = dialogOnDemand(() => import("./palette/palette.tsx").then((module) => module.Palette));

/** Opens the palette. The field holds what is typed until that is loaded, also before the header is hydrated. */
export function FindBox() {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element>(null);
  const leaving = useRef(0);
  const [open, setOpen] = useState(false);
  const ready = useReady();
  usePreload(Palette);

  const show = () => {
    cancelAnimationFrame(leaving.current);
    before.current = document.activeElement;
    field.current?.focus();
    setOpen(true);
  };
  useEffect(() => {
    const input = field.current;
    if (input && (input.value !== "" || input === document.activeElement)) setOpen(true);
  }, []);
  const close = () => {
    setOpen(false);
    // Not into the field again, where single keys are off.
    leaving.current = requestAnimationFrame(() => {
      const earlier = before.current;
      if (earlier instanceof HTMLElement && earlier !== field.current && earlier.isConnected) earlier.focus();
      if (document.activeElement === field.current) field.current?.blur();
    });
  };
  const takeTyped = useCallback(() => {
    const typed = field.current?.value ?? "";
    if (field.current) field.current.value = "";
    return typed;
  }, []);
  useHotkeys([{ keys: "ctrl+k", does: t("Find a payment, card, page or action"), act: show }], {
    group: t("Everywhere"),
    inPalette: "never",
  });

  return (
    <search>
      <Button
        variant="quiet"
        iconOnly
        icon="search"
        aria-label={t("Find a payment")}
        onClick={show}
        className="sm:hidden"
      />
      <div className="relative flex h-8 w-36 items-center gap-2 rounded-md border border-field-line bg-field px-2 text-13 has-focus:outline-2 has-focus:-outline-offset-1 has-focus:outline-focus max-sm:hidden lg:w-56">
        <Icon name="search" className="text-faint" />
        <input
          ref={field}
          data-find-starting={!ready || undefined}
          data-card-numbers=""
          type="text"
          aria-label={t("Find a payment")}
          aria-haspopup="dialog"
          placeholder={t("Find a payment")}
          title={t("A payment, saved card, page or action")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onClick={show}
          onInput={show}
          onKeyDown={(event) => event.key === "Enter" && show()}
          className="min-w-0 flex-1 bg-transparent outline-none"
        />
        <span className="max-lg:hidden">
          <Kbd>{t("Ctrl K")}</Kbd>
        </span>
      </div>
      {open && <Palette takeTyped={takeTyped} onClose={close} />}
    </search>
  );
}
