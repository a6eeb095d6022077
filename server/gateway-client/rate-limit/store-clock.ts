/**
 * The difference between this process's clock (`performance.now()`) and the store's (epoch ms), between two bounds: the
 * store read its clock after it was asked and before it answered.
 */
export class StoreClock {
  /** Own clock minus the store's: at least, and at most. */
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  measure(storeNow: number, askedAt: number, answeredAt: number): void {
    // A little wider each time, to follow clocks that drift apart.
    this.#least = Math.max(askedAt - storeNow, this.#least - driftMs);
    this.#most = Math.min(answeredAt - storeNow, this.#most + driftMs);
    // The store's clock was set: earlier measurements no longer apply.
    if (this.#least > this.#most) {
      this.#least = askedAt - storeNow;
      this.#most = answeredAt - storeNow;
    }
  }

  /** The store's time at an instant of this process's clock, or later. */
  latest(own: number): number {
    return own - this.#least;
  }

  /** When, by this process's clock, it is certainly that time by the store's. */
  whenSurely(store: number): number {
    return store + this.#most;
  }
}

const driftMs = 0.01;
