/**
 * How this process's own clock (`performance.now()`) stands to the store's (epoch ms), between two bounds: the store read
 * its clock after it was asked and before it answered.
 */
export class StoreClock {
  /** Own less store's: at least, and at most. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  learn(storeNow: number, askedAt: number, answeredAt: number): void {
    // A little wider each time, so that they follow clocks that drift apart.
    this.#least = Math.max(askedAt - storeNow, this.#least - driftMs);
    this.#most = Math.min(answeredAt - storeNow, this.#most + driftMs);
    // The store's clock was set: what was learned before says nothing about it.
    if (this.#least > this.#most) {
      this.#least = askedAt - storeNow;
      this.#most = answeredAt - storeNow;
    }
  }

  /** The store's time at an instant of the own clock, or later. */
  latest(own: number): number {
    return own - this.#least;
  }

  /** When, by the own clock, it is surely that time by the store's. */
  whenSurely(store: number): number {
    return store + this.#most;
  }
}

const driftMs = 0.01;
