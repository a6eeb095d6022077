import { type RefObject, useEffect, useEffectEvent } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { tenderTabs } from "./fields/tender-tabs.ts";

/** The keys of the form that belong to no section of it: the tender, and sending. */
export function useChargeKeys({
  frame,
  enabled,
  onTender,
}: {
  frame: RefObject<HTMLElement | null>;
  enabled: boolean;
  onTender: (tender: Tender) => void;
}) {
  useHotkeys(
    [
      ...tenderTabs.map(({ value, label, kbd }) => ({
        keys: kbd.toLowerCase().replace(" ", "+"),
        does: t("{label}, then type the amount", { label }),
        act: () => {
          onTender(value);
          focusAmount(frame.current);
        },
      })),
      {
        keys: "ctrl+enter",
        does: t("Charge ~verb"),
        act: () => frame.current?.querySelector("form")?.requestSubmit(),
      },
    ],
    { group: t("Charge"), enabled },
  );
  useAmountAhead(frame, enabled);
}

/** Leads to the amount, or to what is paid with when the amount is known. */
export function focusNextToType(frame: HTMLElement | null) {
  if (amountIn(frame)?.value === "") focusAmount(frame);
  else frame?.querySelector<HTMLElement>('[role="tabpanel"] input')?.focus();
}

/** Leads to the amount, ready to be typed over; while it is being typed it is left alone. */
function focusAmount(frame: HTMLElement | null) {
  const amount = amountIn(frame);
  if (amount === document.activeElement) return;
  amount?.focus();
  amount?.select();
}

const amountIn = (frame: HTMLElement | null) =>
  frame?.querySelector<HTMLInputElement>("[data-amount] input") ?? null;

/** A digit typed while no field has the focus goes to the end of the amount: none is lost, and none is a shortcut. */
function useAmountAhead(frame: RefObject<HTMLElement | null>, enabled: boolean) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || !/^[\d.,$]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as Element; // a key event comes from an element
    const isButtonOfForm = frame.current?.contains(target) && target.matches("button, summary");
    if (target !== document.body && target.id !== "content" && !isButtonOfForm) return;
    const amount = amountIn(frame.current);
    if (!amount || amount.readOnly) return;
    amount.focus();
    amount.setSelectionRange(amount.value.length, amount.value.length);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
