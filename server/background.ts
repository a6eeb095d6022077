import { log } from "./log.ts";
import { perProcess } from "./per-process.ts";

/** Whether a job of the background starts for the first time in this process. */
export function isFirstStart(key: string): boolean {
  let isFirst = false;
  perProcess(key, () => {
    isFirst = true;
    return isFirst;
  });
  return isFirst;
}

/** Repeats `work` with a pause in between, even after failures, which are logged as `failed` says. Keeps no process alive. */
export function repeat(work: () => Promise<unknown>, pauseMs: number, failed: string): void {
  const turn = async () => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, failed);
    }
    setTimeout(turn, pauseMs).unref();
  };
  void turn();
}
