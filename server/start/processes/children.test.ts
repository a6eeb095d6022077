import { afterEach, expect, it, vi } from "vitest";
import { Children } from "./children.ts";

let children = new Children();
const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(async () => {
  await children.stop();
  children = new Children();
  consoleError.mockClear();
});

/** Prints its process id, then runs `script`. */
function start(script: string, lasting = true): { pids: number[] } {
  const pids: number[] = [];
  children.start({
    name: "the program",
    keepsRunning: lasting,
    args: ["-e", `console.log(process.pid); ${script}`],
    environment: { NODE_ENV: "test" },
    onLine: (line) => pids.push(Number(line)),
  });
  return { pids };
}

const forever = "setInterval(() => {}, 1000)";

it("a program that was killed is restarted, and that is reported", async () => {
  const { pids } = start(forever);
  void children.keepRunning();
  await expect.poll(() => pids.length, { timeout: 10_000 }).toBe(1);
  process.kill(pids[0] ?? 0, "SIGKILL");
  await expect.poll(() => pids.length, { timeout: 10_000 }).toBe(2);
  expect(consoleError).toHaveBeenCalledWith(
    "The program ended (signal SIGKILL). Starting it again in 0.5 s.",
  );
});

it("a program that ends at once is restarted later each time, even when it ended before it was watched", async () => {
  const { pids } = start("process.exit(3)");
  await expect.poll(() => pids.length, { timeout: 10_000 }).toBe(1);
  void children.keepRunning();
  await expect.poll(() => consoleError.mock.calls.length, { timeout: 15_000 }).toBe(3);
  expect(consoleError.mock.calls.map(([text]) => text)).toEqual([
    "The program ended (exit code 3). Starting it again in 0.5 s.",
    "The program ended (exit code 3). Starting it again in 1 s.",
    "The program ended (exit code 3). Starting it again in 2 s.",
  ]);
});

it("nothing is restarted after a shutdown, nor a program that runs once", async () => {
  const { pids } = start(forever);
  const once = start("process.exit(0)", false);
  void children.keepRunning();
  await expect.poll(() => pids.length + once.pids.length, { timeout: 10_000 }).toBe(2);
  await children.stop();
  expect(consoleError).not.toHaveBeenCalled();
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow();
});

it("a shutdown ends the last started program first, and gives it the time it may take", async () => {
  const ends: string[] = [];
  const slow =
    "process.on('SIGTERM', () => setTimeout(() => { console.log('slow'); process.exit(0); }, 400)); console.log('up')";
  const quick = "process.on('SIGTERM', () => { console.log('quick'); process.exit(0); }); console.log('up')";
  for (const script of [quick, slow])
    children.start({
      name: "the program",
      args: ["-e", `${script}; ${forever}`],
      environment: { NODE_ENV: "test" },
      graceMs: 20_000,
      onLine: (line) => ends.push(line),
    });
  await expect.poll(() => ends.length, { timeout: 10_000 }).toBe(2);
  await children.stop();
  expect(ends).toEqual(["up", "up", "slow", "quick"]);
});

it("a shutdown asks all programs that end first at once, and the others when those have ended", async () => {
  const lines: string[] = [];
  const begin = (name: string, endsFirst: boolean) =>
    children.start({
      name,
      endsFirst,
      args: [
        "-e",
        `process.on('SIGTERM', () => { console.log('${name} asked'); setTimeout(() => { console.log('${name} ended'); process.exit(0); }, 400); }); console.log('up'); ${forever}`,
      ],
      environment: { NODE_ENV: "test" },
      graceMs: 20_000,
      onLine: (line) => lines.push(line),
    });
  begin("one", true);
  begin("sandbox", false);
  begin("two", true);
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(3);
  await children.stop();
  const steps = lines.slice(3);
  expect(steps.slice(0, 2).toSorted()).toEqual(["one asked", "two asked"]);
  expect(steps.slice(2, 4).toSorted()).toEqual(["one ended", "two ended"]);
  expect(steps.slice(4)).toEqual(["sandbox asked", "sandbox ended"]);
});

it("a program that does not end in its time is killed", async () => {
  const lines: string[] = [];
  const child = children.start({
    name: "the program",
    args: ["-e", `process.on('SIGTERM', () => {}); console.log('up'); ${forever}`],
    environment: { NODE_ENV: "test" },
    graceMs: 200,
    onLine: (line) => lines.push(line),
  });
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  await children.stop();
  expect(await child.ended).toEqual({ code: null, how: "signal SIGKILL" });
});
