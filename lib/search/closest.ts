/** The choice that a text is most like: at most two letters differ, and most of them agree. Undefined if no choice is close. */
export function closestOf(text: string, choices: readonly string[]): string | undefined {
  const typed = text.toLowerCase().slice(0, 30);
  const ranked = choices
    .filter((choice) => mayBeClose(typed, choice))
    .map((choice) => ({ choice, edits: editsBetween(typed, choice) }))
    .filter(({ choice, edits }) => edits <= 2 && edits * 2 < choice.length)
    .sort((one, other) => one.edits - other.edits);
  return ranked[0]?.choice;
}

/** Rules most choices out at a glance: an edit changes the length by one and brings one letter at most. */
function mayBeClose(typed: string, choice: string): boolean {
  if (Math.abs(choice.length - typed.length) > 2) return false;
  let missing = 0;
  for (const letter of choice) if (!typed.includes(letter)) missing++;
  return missing <= 2;
}

/** How many letters have to be put in, left out, replaced or swapped with the next to make one of the other. */
function editsBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let row = 1; row <= from.length; row++) {
    const next = [row];
    for (let place = 1; place <= to.length; place++) {
      const same = from[row - 1] === to[place - 1];
      const swapped = from[row - 1] === to[place - 2] && from[row - 2] === to[place - 1];
      next[place] = Math.min(
        (next[place - 1] ?? 0) + 1,
        (last[place] ?? 0) + 1,
        (last[place - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && place > 1 ? (before[place - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? to.length;
}
