import type { Tally } from "./tally.ts";

/** Keeps count over the steps of a run and prints each with a heading and its time. */
export class Report {
  readonly #sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  readonly #failedSteps: string[] = [];

  /** Runs a step that holds no tests. A step that throws has failed, with the error's words. */
  async step(title: string, run: () => Promise<boolean>): Promise<boolean> {
    console.info(`\n── ${title} ──`);
    const startedAt = Date.now();
    const passed = await run().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.info(`${title}: ${passed ? "passed" : "FAILED"} in ${seconds} s`);
    if (!passed) this.#failedSteps.push(title);
    return passed;
  }

  /** Runs a step and adds the tests that `read` finds afterwards. */
  async tests(title: string, read: () => Tally | undefined, run: () => Promise<boolean>): Promise<void> {
    const passed = await this.step(title, run);
    const tally = read() ?? { passed: 0, failed: 0, skipped: 0 };
    this.#sum.passed += tally.passed;
    // A file that could not even be loaded has no tests to count, and is no success.
    this.#sum.failed += passed ? tally.failed : Math.max(tally.failed, 1);
    this.#sum.skipped += tally.skipped;
  }

  /** Tests that could not run count as one failure. */
  notRun(title: string): void {
    console.error(`\n${title}: did not run, since a step before has failed.`);
    this.#failedSteps.push(title);
    this.#sum.failed += 1;
  }

  /** Prints the sum as the last line and returns the exit code of the whole run. */
  close(): number {
    const { passed, failed, skipped } = this.#sum;
    if (this.#failedSteps.length > 0) console.info(`\nFailed: ${this.#failedSteps.join(", ")}.`);
    if (passed + failed === 0) console.info("\nNo test ran.");
    console.info(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
    return this.#failedSteps.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
  }
}
