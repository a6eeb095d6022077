import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useLayoutEffect, useState } from "react";
import { digitsIn, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { currentHotkeys } from "../../shortcuts/hotkey-store.ts";
import { addressOf, type PaletteItem } from "./palette-items.ts";
import { usePaletteItems } from "./use-palette-items.ts";

/** What is typed into the palette, what it finds, and which of that is chosen. `id` begins the ids of its options. */
export function usePalette(
  id: string,
  { takeTyped, onClose }: { takeTyped: () => string; onClose: () => void },
) {
  const router = useRouter();
  const [text, setText] = useState("");
  // Not its place: what is still found moves the others.
  const [chosen, setChosen] = useState<string>();
  const [lastFour, setLastFour] = useState<string>();
  // The page's own keys, before any of this dialog's.
  const [sets] = useState(currentHotkeys);
  const { items, problems, isSettled } = usePaletteItems(text.trim(), sets);
  const place =
    items.length === 0
      ? -1
      : Math.max(
          0,
          items.findIndex(({ id }) => id === chosen),
        );

  const type = (next: string) => {
    const isCard = holdsCardNumber(next);
    setLastFour(isCard ? digitsIn(next)[0]?.slice(-4) : undefined);
    setText(isCard ? "" : next);
    setChosen(undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useLayoutEffect(() => {
    const typed = takeTyped();
    if (typed) type(typed);
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: "nearest" });
  }, [id, place]);

  /** What was typed fast, without waiting for what it may find. */
  const openTyped = () => {
    const href = addressOf(text.trim());
    if (href) open({ ...emptyItem, href });
  };
  const open = (item: PaletteItem, newTab = false) => {
    if (newTab && item.href) return void window.open(item.href, "_blank", "noopener");
    onClose();
    if (item.href) router.push(item.href);
    // Once the dialog is gone: an action may open one of its own.
    else setTimeout(() => item.act?.());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen(items[(place + step + items.length) % Math.max(1, items.length)]?.id);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const item = items[place];
      // Unless it names an action.
      if (!isSettled && place === 0 && !item?.act) openTyped();
      else if (item) open(item, event.ctrlKey || event.metaKey);
    }
  };

  return { text, type, items, problems, place, lastFour, setChosen, open, onKeyDown };
}

const emptyItem = { id: "", group: "", icon: "search", label: "" } as const;
