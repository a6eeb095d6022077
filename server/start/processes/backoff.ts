/** How long to wait before a program that ended is started again: twice as long after each short run, from the first wait again after a steady one. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #nextMs: number;

  constructor({ firstMs, longestMs }: { firstMs: number; longestMs: number }) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#nextMs = firstMs;
  }

  /** `ranMs`: how long the last run took; 0 for a start that failed. */
  waitAfter(ranMs: number): number {
    const waitMs = ranMs > STEADY_MS ? this.#firstMs : this.#nextMs;
    this.#nextMs = Math.min(waitMs * 2, this.#longestMs);
    return waitMs;
  }
}

/** A run this long resets the wait. */
const STEADY_MS = 60_000;
