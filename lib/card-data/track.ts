/** What is taken of a swiped card. `expiration` is "MMYY". Nothing else of a track is held even for a moment. */
export type SwipedCard = { number: string; expiration: string; name: string };

/** Reads magnetic stripe tracks sign by sign, as a reader that types sends them (ISO/IEC 7813, tracks 1 and 2). */
export class TrackReader {
  #part: Part = "outside";
  #number = "";
  #expiry = "";
  #name = "";
  #tracks: SwipedCard[] = [];
  #isBroken = false;

  /** Whether these are a track so far. */
  get isTrack(): boolean {
    return !this.#isBroken && this.#part !== "outside";
  }

  /** Whether every track begun has ended. */
  get isBetweenTracks(): boolean {
    return this.#part === "outside" && this.#tracks.length > 0;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  feed(sign: string): void {
    if (this.#isBroken) return;
    this.#part = this.#next(sign.toUpperCase());
    if (this.#part === "broken") this.#isBroken = true;
  }

  /** The card, once its tracks agree; undefined when they don't or none was whole. */
  card(): SwipedCard | undefined {
    const [first, ...others] = this.#tracks;
    if (this.#isBroken || !first) return undefined;
    const isOne = others.every(
      ({ number, expiration }) => number === first.number && expiration === first.expiration,
    );
    return isOne ? { ...first, name: this.#tracks.find(({ name }) => name)?.name ?? "" } : undefined;
  }

  #next(sign: string): Part {
    switch (this.#part) {
      case "outside":
        if (sign === "%") return "format";
        // After track 2, the same sentinel begins track 3, which holds nothing of use. Some readers begin it with "+".
        if (sign === ";") return this.#tracks.some(({ name }) => !name) ? "rest" : "number2";
        return sign === "+" && this.#tracks.length > 0 ? "rest" : "broken";
      case "format":
        return sign === "B" ? "number1" : "broken";
      case "number1":
        if (sign === "^" && this.#number.length >= shortest) return "name";
        return sign === " " ? "number1" : this.#digit("number1", sign);
      case "number2":
        // Readers of other countries send "D" for the separator.
        if ((sign === "=" || sign === "D") && this.#number.length >= shortest) return "expiry";
        return this.#digit("number2", sign);
      case "name":
        if (sign === "^") return "expiry";
        this.#name += sign;
        return this.#name.length > longestName ? "broken" : "name";
      case "expiry":
        if (!/^\d$/.test(sign)) return "broken";
        this.#expiry += sign;
        return this.#expiry.length === 4 ? "rest" : "expiry";
      case "rest":
        if (sign === "?") this.#end();
        return sign === "?" ? "outside" : "rest";
      case "broken":
        return "broken";
    }
  }

  #digit(part: Part, sign: string): Part {
    if (!/^\d$/.test(sign) || this.#number.length === longest) return "broken";
    this.#number += sign;
    return part;
  }

  #end(): void {
    const [year, month] = [this.#expiry.slice(0, 2), this.#expiry.slice(2)];
    // Track 3 adds nothing.
    if (this.#number)
      this.#tracks.push({ number: this.#number, expiration: month + year, name: nameOn(this.#name) });
    this.#number = "";
    this.#expiry = "";
    this.#name = "";
  }
}

type Part = "outside" | "format" | "number1" | "number2" | "name" | "expiry" | "rest" | "broken";

const shortest = 12;
const longest = 19;
const longestName = 40;

/** "OKAFOR/ADA M.MS" → "ADA M OKAFOR": the surname comes first on the stripe, a title after a period. */
function nameOn(text: string): string {
  const [last = "", given = ""] = text.split("/");
  const [first = ""] = given.split(".");
  return `${first.trim()} ${last.trim()}`.trim().replace(/\s+/g, " ");
}
