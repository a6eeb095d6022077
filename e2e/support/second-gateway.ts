import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { authorization } from "#lib/gateway/signature.ts";
import { sandboxArguments } from "#server/start/sandbox-arguments.ts";
import { compileCache } from "./out-folder.ts";
import { testSecrets } from "./test-secrets.ts";

export type SecondGateway = {
  /** Ends in /api/v2. */
  url: string;
  /** The amounts of the payments in its open batch. */
  amounts(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Another sandbox for a test, with a store of its own and the same key and PIN as that of the console. */
export async function startSecondGateway(dataDir: string): Promise<SecondGateway> {
  const { apiKey, apiPin } = testSecrets;
  const child = spawn(process.execPath, sandboxArguments(), {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: dataDir,
      SANDBOX_PORT: "0",
      SANDBOX_RATE_LIMIT: "off",
      SANDBOX_LOG: "off",
      SANDBOX_API_KEY: apiKey,
      SANDBOX_API_PIN: apiPin,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const ready = /^sandbox gateway ready at (\S+)$/.exec(line)?.[1];
      if (ready) resolve(ready);
    });
    child.once("exit", () => reject(new Error("The second gateway did not start.")));
  });
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  return {
    url,
    amounts: async () => {
      const response = await fetch(`${url}/batches/current/transactions`, {
        headers: { authorization: authorization(apiKey, apiPin, randomBytes(8).toString("hex"), sha256) },
      });
      const { data = [] } = (await response.json()) as { data?: { amount: string }[] };
      return data.map(({ amount }) => amount);
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
