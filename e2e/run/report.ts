import type { Tally } from "./tally.ts";

/** Counts the tests of a run and prints the heading and the time of each step. */
export class Report {
  readonly #sum = { passed: 0, failed: 0, skipped: 0 };
  readonly #flaky: string[] = [];
  readonly #failures: string[] = [];
  readonly #failedSteps: string[] = [];
  readonly #startedAt = Date.now();

  /** Runs a step that holds no tests. A step that throws has failed, with the error's message. */
  async step(title: string, run: () => Promise<boolean>): Promise<boolean> {
    console.info(`\n── ${title} ──`);
    const startedAt = Date.now();
    const passed = await run().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    });
    console.info(`${title}: ${passed ? "passed" : "FAILED"} in ${secondsSince(startedAt)} s`);
    if (!passed) this.#failedSteps.push(title);
    return passed;
  }

  /** Runs a step and adds the tests that `read` finds afterwards. */
  async tests(title: string, read: () => Tally | undefined, run: () => Promise<boolean>): Promise<void> {
    const passed = await this.step(title, run);
    const tally = read() ?? { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] };
    this.#sum.passed += tally.passed;
    // A file that could not even be loaded has no tests to count, and is no success.
    this.#sum.failed += passed ? tally.failed : Math.max(tally.failed, 1);
    this.#sum.skipped += tally.skipped;
    this.#flaky.push(...tally.flaky);
    this.#failures.push(...tally.failures);
  }

  /** Tests that could not run count as one failure. */
  notRun(title: string): void {
    console.error(`\n${title}: not run, because an earlier step failed.`);
    this.#failedSteps.push(title);
    this.#sum.failed += 1;
  }

  /** Prints what failed and the sum, which is the last line, and returns the exit code of the whole run. */
  close(): number {
    const { passed, failed, skipped } = this.#sum;
    if (this.#flaky.length > 0) {
      console.info(`\n${this.#flaky.length} flaky, passed at the second try:`);
      for (const title of this.#flaky) console.info(`  ${title}`);
    }
    for (const failure of this.#failures) console.error(`\n✘ ${failure}`);
    if (this.#failedSteps.length > 0) console.info(`\nFailed: ${this.#failedSteps.join(", ")}.`);
    if (passed + failed === 0) console.info("\nNo test ran.");
    console.info(`\n${secondsSince(this.#startedAt)} s in all`);
    console.info(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    return this.#failedSteps.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
  }
}

const secondsSince = (startedAt: number) => ((Date.now() - startedAt) / 1000).toFixed(1);
