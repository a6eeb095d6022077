import { describe, expect, it, vi } from "vitest";
import { addHotkeys, currentHotkeys } from "../../shortcuts/hotkey-store.ts";
import { addressOf, isSearchable, readTyped, toActions, toDirect } from "./palette-items.ts";

describe("the palette", () => {
  it.each([
    ["fnf9ym41kmg4b0v", "/transactions/fnf9ym41kmg4b0v"],
    ["3108427691", "/transactions/3108427691"],
    ["5TZ1 MQ8R", "/transactions?q=5TZ1+MQ8R"],
    ["5TZ1MQ8R47DK2224", "/charge?token=5tz1-mq8r-47dk-2224"],
    ["1nf9zcdbmd9cvdr", "/transactions/1nf9zcdbmd9cvdr"],
    ["jnfbzcdbmdxcvdr", "/transactions/jnfbzcdbmdxcvdr"],
    ["christophersonn", "/transactions?q=christophersonn"],
    ["okafor", "/transactions?q=okafor"],
    ["2026-11-20", "/transactions?q=day%3A2026-nov-20"],
    [">100.50", "/transactions?q=amount%3A%3E100.50"],
    ["visa amout:5", "/transactions?q=brand%3Avisa+amout%3A5"],
  ])("leads from %s to its page without looking it up", (text, address) => {
    expect(addressOf(text)).toBe(address);
  });

  it.each(["(((", '"', "-", "OR", "and", "since", "amount:>", "2026-02-30"])(
    "offers nothing for %s, which can't be read",
    (text) => {
      expect(addressOf(text)).toBeUndefined();
      expect(toDirect(text)).toEqual([]);
      expect(readTyped(text)).toMatchObject({ isUnreadable: true });
      expect(readTyped(text).problems).not.toEqual([]);
    },
  );

  it("asks for nothing while a card number may be typed", () => {
    const asked = [..."4000 1000 1111 2224"]
      .map((_, end) => "4000 1000 1111 2224".slice(0, end + 1))
      .filter(isSearchable);
    expect(asked.at(-1)?.replace(/\D/g, "").length).toBe(8);
    expect(isSearchable("5tz1-mq8r-47dk-2224")).toBe(true);
    expect(isSearchable("310842769112")).toBe(false);
    expect(toDirect("310842769112")[0]).toMatchObject({ href: "/transactions/310842769112" });
  });

  it("lists actions of the page before pages, without keys of dialogs and rows", () => {
    const act = vi.fn();
    const hotkey = (keys: string, does: string) => ({ keys, does, act });
    const items = toActions("", [
      { group: "Go to", scope: "page", inPalette: "pages", hotkeys: [hotkey("g c", "Charge")] },
      { group: "Everywhere", scope: "page", inPalette: "never", hotkeys: [hotkey("ctrl+k", "Find")] },
      {
        group: "On this page",
        scope: "page",
        hotkeys: [hotkey("x", "Void"), hotkey("arrowdown", "Next row")],
      },
      { group: "On this page", scope: "dialog", hotkeys: [hotkey("enter", "Confirm")] },
    ]);
    expect(items.map(({ label, kbd }) => [label, kbd])).toEqual([
      ["Void", "X"],
      ["Charge", "G C"],
    ]);
  });

  it("does what a key does when it is chosen, not when it was listed", () => {
    vi.stubGlobal("window", { addEventListener: () => {}, removeEventListener: () => {} });
    const earlier = vi.fn();
    const now = vi.fn();
    const void_ = (act: () => void) =>
      addHotkeys({ group: "On this page", scope: "page", hotkeys: [{ keys: "x", does: "Void", act }] });
    const remove = void_(earlier);
    const [item] = toActions("void", currentHotkeys());
    remove();
    const removeNow = void_(now);
    item?.act?.();
    expect(now).toHaveBeenCalledOnce();
    expect(earlier).not.toHaveBeenCalled();
    removeNow();
    vi.unstubAllGlobals();
  });
});
