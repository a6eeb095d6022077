import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { cpus, onCpu } from "./pinning.ts";

/** Requests to send. `%serial-number%%` in the body is a number that no other request has. */
export type Load = {
  port: number;
  /** Instead of `port`: the connections are spread over these. */
  ports?: number[];
  connections: number;
  /** Ends when either is reached. */
  forMs?: number;
  count?: number;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Has to be in every answer. */
  expected?: string;
};

export type LoadResult = { count: number; seconds: number; p50Ms: number };

/** A process that sends requests, on a processor apart from the servers' where there are two. */
export class LoadClient {
  readonly #child: ChildProcess;

  constructor(where: "apart" | "anywhere" = "apart") {
    const [program = "", ...args] = onCpu(where === "apart" ? cpus.load : undefined, [
      process.execPath,
      fileURLToPath(new URL("load-client.ts", import.meta.url)),
    ]);
    this.#child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  }

  /** Rejects when an answer is not the expected one: what goes wrong quickly is no measurement. */
  async send(load: Load): Promise<LoadResult> {
    this.#child.send(load);
    const [message] = (await once(this.#child, "message")) as [{ result?: LoadResult; problem?: string }]; // as load-client.ts sends it
    if (!message.result) throw new Error(message.problem);
    return message.result;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
