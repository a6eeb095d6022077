/** Texts to replace, found in one pass over a text however many they are. */
export type KnownTexts = {
  /** Does nothing with less than four characters, which are part of any text. `alone`: only where no letter or digit is beside it. */
  add(known: string, replacement: string, where?: "alone"): void;
  replace(text: string): string;
};

type Known = { replacement: string; alone: boolean };

export function createKnownTexts(): KnownTexts {
  const all = new Map<string, Known>();
  /** The lengths of those with the same first characters, the longest first. */
  const lengthsByStart = new Map<string, number[]>();
  const lengthAt = (text: string, place: number) =>
    lengthsByStart.get(text.slice(place, place + SHORTEST))?.find((length) => {
      const found = all.get(text.slice(place, place + length));
      return found && (!found.alone || standsAlone(text, place, place + length));
    });
  return {
    add: (known, replacement, where) => {
      if (known.length < SHORTEST) return;
      all.set(known, { replacement, alone: where === "alone" });
      const start = known.slice(0, SHORTEST);
      const lengths = lengthsByStart.get(start) ?? [];
      if (!lengths.includes(known.length))
        lengthsByStart.set(
          start,
          [...lengths, known.length].sort((a, b) => b - a),
        );
    },
    replace: (text) => {
      let replaced = "";
      let rest = 0;
      if (all.size === 0) return text;
      for (let place = 0; place + SHORTEST <= text.length; place++) {
        const length = lengthAt(text, place);
        if (length === undefined) continue;
        const end = place + length;
        replaced += text.slice(rest, place) + all.get(text.slice(place, end))?.replacement;
        rest = end;
        place = end - 1;
      }
      return rest === 0 ? text : replaced + text.slice(rest);
    },
  };
}

const SHORTEST = 4;

const standsAlone = (text: string, start: number, end: number) =>
  !isWord.test(text[start - 1] ?? "") && !isWord.test(text[end] ?? "");
const isWord = /[A-Za-z0-9]/;
