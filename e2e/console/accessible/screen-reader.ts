import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { virtual } from "@guidepup/virtual-screen-reader";
import type { Page } from "@playwright/test";

type Reader = typeof virtual;
type ReaderWindow = typeof globalThis & { virtualReader: Reader; alerts: string[] };

/** The screen reader's own build for browsers, as a script: pages load no modules of others. */
function readerScript(): string {
  const { resolve } = createRequire(import.meta.url);
  const text = readFileSync(resolve("@guidepup/virtual-screen-reader/browser.js"), "utf8");
  const script = text.replace(/export\{[^}]*?([\w$]+) as virtual\}/, "globalThis.virtualReader=$1");
  if (script === text) throw new Error("The screen reader's build has another shape now.");
  return `{${script}\n}`;
}

/** A screen reader in a page: what it says of what has the focus, of what is announced, and when it reads on. */
export class ScreenReader {
  readonly #page: Page;
  #heardCount = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** For a page that has loaded nothing yet. */
  static async of(page: Page): Promise<ScreenReader> {
    await page.addInitScript({ content: readerScript() });
    return new ScreenReader(page);
  }

  /** Starts on the document that is shown. */
  async start(): Promise<void> {
    await this.#page.evaluate(() => {
      const page = globalThis as ReaderWindow;
      // The reader speaks only what changes in a live region; browsers report an alert that is added as well.
      page.alerts = [];
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll("*")].filter((one) => one.role === "alert"))
              page.alerts.push(`assertive: ${alert.textContent}`);
      }).observe(document.body, { childList: true, subtree: true });
      return page.virtualReader.start({ container: document.body });
    });
    this.#heardCount = 1; // the name of the document
  }

  /** What it said since it was asked last. */
  async heard(): Promise<string[]> {
    const { all, alerts } = await this.#page.evaluate(async () => {
      const page = globalThis as ReaderWindow;
      return { all: await page.virtualReader.spokenPhraseLog(), alerts: page.alerts.splice(0) };
    });
    const latest = all.slice(this.#heardCount);
    this.#heardCount = all.length;
    return [...latest, ...alerts];
  }

  /** Waits until it has said nothing new for half a second. */
  isSilent(): Promise<void> {
    return this.#page.evaluate(async () => {
      const reader = (globalThis as ReaderWindow).virtualReader;
      let lastLength = -1;
      for (let length = 0; length !== lastLength; length = (await reader.spokenPhraseLog()).length) {
        lastLength = length;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    });
  }

  /** Reads on from where it is, to the end of what it is in. */
  async readOn(end: RegExp, most = 120): Promise<string[]> {
    await this.#page.evaluate(
      async ({ end, most }) => {
        const reader = (globalThis as ReaderWindow).virtualReader;
        for (let step = 0; step < most; step += 1) {
          await reader.next();
          if (new RegExp(end).test(await reader.lastSpokenPhrase())) return;
        }
      },
      { end: end.source, most },
    );
    return this.heard();
  }

  /** Milliseconds from the moment a result is shown until its text was said. Call it before the result comes. */
  delayOf(text: string): Promise<number> {
    return this.#page.evaluate(async (text) => {
      const reader = (globalThis as ReaderWindow).virtualReader;
      let shownAt: number | undefined;
      for (;;) {
        const result = document.querySelector("section[aria-label=Result]");
        if (result?.textContent?.startsWith(text)) shownAt ??= performance.now();
        const log = await reader.spokenPhraseLog();
        const now = performance.now();
        if (log.some((phrase) => phrase.includes(text))) return now - (shownAt ?? now);
        if (shownAt !== undefined && now - shownAt > 5000) return Number.POSITIVE_INFINITY;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }, text);
  }
}

/** What differs from run to run, replaced by what it is. */
export const withoutChance = (line: string): string =>
  line
    .replace(/\b\d{1,2}:\d\d(:\d\d)?\s?[AP]M\b/g, "TIME")
    .replace(/\b(Mon|Tue|Tues|Wed|Wednes|Thu|Thurs|Fri|Sat|Satur|Sun)(day)?,? /g, "")
    .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}(, \d{4})?/g, "DAY")
    .replace(/\b(?=[a-z]*\d)[a-z0-9]{12,}\b/g, "KEY")
    .replace(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, "CODE")
    .replace(/\b\d{6,}\b/g, "NUMBER")
    .replace(/\b\d+(\.\d)? (s|ms|min|h)( ago)?\b/g, "AGE")
    .replace(/\bjust now\b/g, "AGE")
    // A moment has its day unless it is today, an age one unit or two: both depend on the clock of the run.
    .replace(/\bDAY, TIME\b/g, "TIME")
    .replace(/\bAGE( AGE)+\b/g, "AGE");
