import { paths } from "#lib/paths.ts";
import type { StartSettings } from "#server/env.ts";
import { storedWebhookKey } from "#server/stored-secrets.ts";
import { toSandboxEnvironment } from "./environment.ts";
import { StartError } from "./problem.ts";
import type { Children } from "./processes/children.ts";
import { sandboxArguments } from "./sandbox-arguments.ts";

/** A running sandbox gateway. */
export type SandboxGateway = {
  url: string;
  apiKey: string;
  apiPin: string;
  timeZone: string;
  /** Signs its events. */
  webhookKey: string;
};

/**
 * Starts the sandbox gateway as its own process and waits for its ready line. It reports a wrong setting itself, on
 * stderr.
 */
export async function startSandbox(children: Children, settings: StartSettings): Promise<SandboxGateway> {
  const { SANDBOX_API_KEY, SANDBOX_API_PIN, SANDBOX_LOG, SANDBOX_WEBHOOK_URL, SANDBOX_WEBHOOK_KEY } =
    process.env;
  const own = {
    apiKey: SANDBOX_API_KEY || demo.apiKey,
    apiPin: SANDBOX_API_PIN || demo.apiPin,
    timeZone: process.env.SANDBOX_TIME_ZONE || settings.gatewayTimeZone,
    webhookKey: SANDBOX_WEBHOOK_KEY || process.env.GATEWAY_WEBHOOK_KEY || storedWebhookKey(settings.dataDir),
  };
  const ready = Promise.withResolvers<string>();
  const environment = toSandboxEnvironment({
    DATA_DIR: settings.dataDir,
    SANDBOX_PORT: String(sandboxPort()),
    SANDBOX_API_KEY: own.apiKey,
    SANDBOX_API_PIN: own.apiPin,
    SANDBOX_TIME_ZONE: own.timeZone,
    // The console's own address unless set otherwise. Plain http, since it is this machine.
    SANDBOX_WEBHOOK_URL:
      SANDBOX_WEBHOOK_URL || `http://127.0.0.1:${settings.port}${paths.api.gatewayEvents()}`,
    SANDBOX_WEBHOOK_KEY: own.webhookKey,
    // One line a request would push the sign-ins off the screen.
    SANDBOX_LOG: SANDBOX_LOG || "off",
  });
  const child = children.start({
    name: "the sandbox gateway",
    keepsRunning: true,
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
  if (!url) throw new StartError("The sandbox gateway did not start: its own message is above.");
  // After a restart the console looks for it on the same port, also when any free port was requested.
  environment.SANDBOX_PORT = new URL(url).port;
  return { url: toReachable(url), ...own };
}

/** The sandbox's port. The sandbox itself refuses a text that is not a port. */
export function sandboxPort(): number {
  return Number(process.env.SANDBOX_PORT || demo.port);
}

const READY = /^sandbox gateway ready at (\S+)$/;

/** Passed to the sandbox explicitly: the two programs share no code that could hold these defaults. */
const demo = { port: 4010, apiKey: "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7", apiPin: "123456" } as const;

/** A wildcard address is one to listen on, not one to call. */
function toReachable(text: string): string {
  const url = new URL(text);
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  return url.href.replace(/\/$/, "");
}
