import type { Page } from "@playwright/test";

/** The processor time in ms of a page's main thread: of each frame, and of each task. */
export type PageWork = { frames: number[]; tasks: number[] };

/**
 * What a page's main thread does during `act`: script, style, layout, paint and all else. Processor time, so that a busy
 * machine doesn't count. A frame ends where the next one starts; the page has to ask for each one.
 */
export async function measureWork(page: Page, act: () => Promise<unknown>): Promise<PageWork> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser to trace.");
  await browser.startTracing(page, { categories });
  await page.evaluate((name) => performance.mark(name), marks.from);
  await act();
  await page.evaluate((name) => performance.mark(name), marks.to);
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }; // Chromium's own format
  const from = traceEvents.find(({ name }) => name === marks.from);
  const to = traceEvents.find(({ name }) => name === marks.to);
  if (!from || !to) throw new Error("The trace lacks its marks.");
  const events = traceEvents.filter(
    ({ pid, tid, ts }) => pid === from.pid && tid === from.tid && ts > from.ts && ts < to.ts,
  );
  const tasks = events.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  const starts = events.filter(({ name }) => name === "BeginMainThreadFrame").map(({ ts }) => ts);
  if (starts.length === 0) throw new Error("The trace has no frames.");
  return { frames: workByFrame(starts, tasks), tasks: tasks.map(toMs) };
}

const categories = ["-*", "toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline.frame"];

const marks = { from: "measured from", to: "measured to" } as const;

type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

const toMs = ({ tdur = 0 }: TraceEvent) => tdur / 1000;

/** A frame starts within its task: a task belongs to the last frame that starts before the task ends. */
function workByFrame(starts: number[], tasks: readonly TraceEvent[]): number[] {
  const sorted = starts.toSorted((a, b) => a - b);
  const frames = sorted.slice(1).map(() => 0);
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0);
    const place = sorted.findLastIndex((start) => start <= end);
    const before = frames[place];
    if (before !== undefined) frames[place] = before + toMs(task);
  }
  return frames;
}

/** Works about `ms` of processor time in each of `count` frames. */
export function workInFrames(page: Page, ms: number, count: number): Promise<void> {
  return page.evaluate(
    ({ ms, count }) => {
      const work = (times: number) => {
        let sum = 0;
        for (let time = 0; time < times; time++) sum = (sum * 31 + time) % 1_000_003;
        return sum;
      };
      // The fastest of many runs is the one that nothing interrupted.
      const sample = 100_000;
      let fastestMs = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 200; run++) {
        const start = performance.now();
        if (work(sample) >= 0) fastestMs = Math.min(fastestMs, performance.now() - start);
      }
      const times = (ms / Math.max(fastestMs, 0.01)) * sample;
      return new Promise<void>((resolve) => {
        let left = count;
        const next = () => {
          if (work(times) < 0 || left-- <= 0) resolve();
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      });
    },
    { ms, count },
  );
}
