import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/console.ts";
import { ScreenReader, withoutChance } from "./screen-reader.ts";

/** What is said while somebody works, compared with its file under `spoken/`. */
export class Transcript {
  readonly #lines: string[] = [];
  readonly #reader: ScreenReader;
  constructor(reader: ScreenReader) {
    this.#reader = reader;
  }
  /** What is said because of a step. */
  async step(name: string, act: () => Promise<unknown>) {
    await this.#reader.heard();
    await act();
    await this.#reader.isSilent();
    this.#add(name, await this.#reader.heard());
  }
  async readOn(name: string, end: RegExp) {
    this.#add(name, await this.#reader.readOn(end));
  }
  /** A step whose result is spoken within a second of its showing. */
  async stepToResult(name: string, text: string, act: () => Promise<unknown>) {
    let delayMs = Number.NaN;
    await this.step(name, async () => {
      const delay = this.#reader.delayOf(text);
      await act();
      delayMs = await delay;
    });
    console.info(`spoken: "${text}" ${Math.round(delayMs)} ms after it was shown`);
    expect(delayMs).toBeLessThan(1000);
  }
  #add(name: string, phrases: readonly string[]) {
    const lines = phrases
      .map((line) => withoutChance(line).trim())
      .filter((line, place, all) => !silent.test(line) && line !== all[place - 1]);
    this.#lines.push(`> ${name}`, ...lines.map((line) => `  ${line}`), "");
  }
  compare(file: string) {
    expect(this.#lines.join("\n")).toMatchSnapshot(["spoken", file]);
  }
}

/** Nothing, a wait that a fast answer leaves out, or the range of a list, which is said where it follows its count late enough. */
const silent = /^((polite|assertive):( Waiting for the gateway.*| [\d,]+ to [\d,]+ of .*)?)?$/;

/** Begins a transcript on the page that `open` leads to. */
export async function begin(page: Page, open: () => Promise<unknown>): Promise<Transcript> {
  const reader = await ScreenReader.of(page);
  await open();
  await reader.start();
  return new Transcript(reader);
}
