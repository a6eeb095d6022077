import { parseStartSettings, SettingsError, type StartSettings } from "#server/env.ts";
import { noSecretFiles } from "#server/secret-files.ts";
import { ensureBuild } from "./build.ts";
import { Children } from "./children.ts";
import { startConsole } from "./console.ts";
import { toConsoleEnvironment } from "./environment.ts";
import { keptAuthSecret, keptDataKey } from "./kept-secrets.ts";
import { openDoor, requireDemoPassword, type SignIn } from "./people.ts";
import { requireFreePorts } from "./ports.ts";
import { StartProblem } from "./problem.ts";
import { type SandboxGateway, sandboxPort, startSandbox } from "./sandbox-gateway.ts";
import { toSignInTable } from "./sign-in-table.ts";
import { toldToStop } from "./told-to-stop.ts";

/**
 * Runs until it is told to stop (exit code 0) or something cannot start (1, with a sentence on stderr). What ends by
 * itself once everything runs is started again. Ends the process.
 */
export async function startProgram(options: { development: boolean }): Promise<never> {
  const children = new Children();
  const code = await Promise.race([
    run(children, options.development).catch((error: unknown) => {
      console.error(toWords(error));
      return 1;
    }),
    toldToStop().then(() => 0),
  ]);
  await children.stop();
  process.exit(code);
}

async function run(children: Children, development: boolean): Promise<never> {
  const settings = parseStartSettings(process.env);
  const alone = settings.gateway !== undefined;
  if (!alone) requireDemoPassword();
  await requireFreePorts([
    { name: "PORT", port: settings.port },
    ...(alone ? [] : [{ name: "SANDBOX_PORT", port: sandboxPort() }]),
  ]);
  // Before the build, which takes a while: a wrong setting of the sandbox is told at once.
  const sandbox = alone ? undefined : await startSandbox(children, settings);
  if (!development) await ensureBuild(children);
  const door = await openDoor(settings);
  await startConsole(children, {
    port: settings.port,
    development,
    environment: toConsoleEnvironment(
      settings,
      sandbox && toGatewaySettings(settings, sandbox),
      development ? "development" : "production",
    ),
  });
  announce(settings, door);
  return children.keepRunning();
}

function toGatewaySettings(settings: StartSettings, sandbox: SandboxGateway) {
  return {
    ...noSecretFiles,
    GATEWAY_URL: sandbox.url,
    GATEWAY_API_KEY: sandbox.apiKey,
    GATEWAY_API_PIN: sandbox.apiPin,
    GATEWAY_WEBHOOK_KEY: sandbox.webhookKey,
    GATEWAY_TIME_ZONE: sandbox.timeZone,
    CONSOLE_SANDBOX: "1",
    AUTH_SECRET: settings.authSecret ?? keptAuthSecret(settings.dataDir),
    CONSOLE_DATA_KEY: settings.dataKey ?? keptDataKey(settings.dataDir),
  };
}

function announce(settings: StartSettings, door: { signIns: SignIn[]; empty: boolean }): void {
  console.info(`console ready at ${settings.consoleOrigin}`);
  if (door.signIns.length > 0) console.info(`\n${toSignInTable(door.signIns)}\n`);
  if (door.empty)
    console.info(
      "Nobody can sign in yet. In another terminal, with the same settings: npm run user -- add EMAIL --role admin",
    );
}

function toWords(error: unknown): string {
  if (error instanceof SettingsError) return error.sentences.join("\n");
  if (error instanceof StartProblem) return error.message;
  return `The console could not be started: ${error instanceof Error ? error.message : String(error)}`;
}
