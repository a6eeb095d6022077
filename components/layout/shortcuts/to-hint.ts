import { capitalized } from "#lib/format/capitalized.ts";

/** "ctrl+enter" → "Ctrl Enter", "g c" → "G C", as the hints on the controls are written. */
export function toHint(keys: string): string {
  return keys.replace(/[a-z]+/g, capitalized).replaceAll("+", " ");
}
