import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const module = new URL("./in-flight.ts", import.meta.url).href;

/** A process with one command under way for `takesMs`, which gets a signal to stop as soon as it runs. Returns what it printed. */
async function stopWhile(command: { hasLeft: boolean; takesMs: number }): Promise<string> {
  const script = `
    const { finishOnShutdown, whileSending } = await import(${JSON.stringify(module)});
    finishOnShutdown(300);
    setInterval(() => {}, 1000);
    void whileSending({ hasLeft: ${command.hasLeft} }, async () => {
      console.log("sending");
      await new Promise((resolve) => setTimeout(resolve, ${command.takesMs}));
      console.log("recorded");
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.once("data", () => child.kill("SIGTERM"));
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  return output;
}

it("a process that ends waits for a command that was sent, however long it takes", async () => {
  expect(await stopWhile({ hasLeft: true, takesMs: 2_000 })).toContain("recorded");
});

it("a process that ends does not wait for a command that is still queued", async () => {
  expect(await stopWhile({ hasLeft: false, takesMs: 60_000 })).not.toContain("recorded");
});
