import { paths } from "#lib/paths.ts";
import type { StartSettings } from "#server/env.ts";
import type { Children } from "./children.ts";
import { toSandboxEnvironment } from "./environment.ts";
import { keptWebhookKey } from "./kept-secrets.ts";
import { StartProblem } from "./problem.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";

/** A sandbox gateway that answers. */
export type SandboxGateway = {
  url: string;
  apiKey: string;
  apiPin: string;
  timeZone: string;
  /** What signs its events. */
  webhookKey: string;
};

/**
 * Starts the sandbox gateway as a process of its own and waits for its ready line. A wrong setting of it is told by
 * itself, on stderr.
 */
export async function startSandbox(children: Children, settings: StartSettings): Promise<SandboxGateway> {
  const { SANDBOX_API_KEY, SANDBOX_API_PIN, SANDBOX_LOG, SANDBOX_WEBHOOK_URL, SANDBOX_WEBHOOK_KEY } =
    process.env;
  const own = {
    apiKey: SANDBOX_API_KEY || demo.apiKey,
    apiPin: SANDBOX_API_PIN || demo.apiPin,
    timeZone: process.env.SANDBOX_TIME_ZONE || settings.gatewayTimeZone,
    webhookKey: SANDBOX_WEBHOOK_KEY || process.env.GATEWAY_WEBHOOK_KEY || keptWebhookKey(settings.dataDir),
  };
  const ready = Promise.withResolvers<string>();
  const environment = toSandboxEnvironment({
    DATA_DIR: settings.dataDir,
    SANDBOX_PORT: String(sandboxPort()),
    SANDBOX_API_KEY: own.apiKey,
    SANDBOX_API_PIN: own.apiPin,
    SANDBOX_TIME_ZONE: own.timeZone,
    // The console's own address, unless the events are wanted elsewhere. Plain http: it is this machine.
    SANDBOX_WEBHOOK_URL:
      SANDBOX_WEBHOOK_URL || `http://127.0.0.1:${settings.port}${paths.api.gatewayEvents()}`,
    SANDBOX_WEBHOOK_KEY: own.webhookKey,
    // One line a request would push the sign-ins off the screen.
    SANDBOX_LOG: SANDBOX_LOG || "off",
  });
  const child = children.start({
    name: "the sandbox gateway",
    lasting: true,
    args: sandboxArguments(),
    environment,
    onLine: (line) => {
      console.info(line);
      const [, url] = READY.exec(line) ?? [];
      if (url) ready.resolve(url);
    },
  });
  const failed = child.ended.then(() => undefined);
  const url = await Promise.race([ready.promise, failed]);
  if (!url) throw new StartProblem("The sandbox gateway did not start: its own words are above.");
  // Started again it has to be where the console looks for it, also when any free port was asked for.
  environment.SANDBOX_PORT = new URL(url).port;
  return { url: toReachable(url), ...own };
}

/** Where the sandbox is to listen. A text that is no port is left to the sandbox to refuse. */
export function sandboxPort(): number {
  return Number(process.env.SANDBOX_PORT || demo.port);
}

const READY = /^sandbox gateway ready at (\S+)$/;

/** Handed to the sandbox too, not only assumed: the two programs share no code that could hold them. */
const demo = { port: 4010, apiKey: "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7", apiPin: "123456" } as const;

/** An address that means "all of mine" is one to listen on, not one to call. */
function toReachable(text: string): string {
  const url = new URL(text);
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  return url.href.replace(/\/$/, "");
}
