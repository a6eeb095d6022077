import type { RefObject } from "react";
import { useHotkeys } from "#components/layout/use-hotkeys.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { tenderTabs } from "./tender-tabs.ts";

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
        keys: kbd,
        does: `${label}, then type the amount`,
        act: () => {
          onTender(value);
          focusAmount(frame.current);
        },
      })),
      {
        keys: "ctrl+enter",
        does: "Charge",
        act: () => frame.current?.querySelector("form")?.requestSubmit(),
      },
    ],
    { group: "Charge", enabled },
  );
}

function focusAmount(frame: HTMLElement | null) {
  const input = frame?.querySelector<HTMLInputElement>("[data-amount] input");
  input?.focus();
  input?.select();
}
