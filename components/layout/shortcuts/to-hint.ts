/** "ctrl+enter" → "Ctrl Enter", "g c" → "G C", as the hints on the controls are written. */
export function toHint(keys: string): string {
  return keys.replace(/[a-z]+/g, (word) => word[0]?.toUpperCase() + word.slice(1)).replaceAll("+", " ");
}
