import { parseStartSettings, SettingsError, type StartSettings } from "#server/env.ts";
import { isFree } from "#server/http/is-free.ts";
import { noSecretFiles } from "#server/secret-files.ts";
import { provideDataKey, storedAuthSecret } from "#server/stored-secrets.ts";
import { keepAccounts } from "./accounts.ts";
import { distFolder, ensureBuild } from "./build.ts";
import { startConsole } from "./console.ts";
import { toConsoleEnvironment } from "./environment.ts";
import { migrateAndSeedUsers, requireDemoPassword, type SignIn } from "./migrate-and-seed-users.ts";
import { StartError } from "./problem.ts";
import { Children } from "./processes/children.ts";
import { waitForShutdown } from "./processes/wait-for-shutdown.ts";
import { addSample, sampleDays } from "./sample.ts";
import { type SandboxGateway, sandboxPort, startSandbox } from "./sandbox-gateway.ts";

/**
 * Runs until a shutdown signal (exit code 0) or until something cannot start (1, with a sentence on stderr). A program
 * that ends unexpectedly is restarted. Ends the process.
 */
export function startProgram(options: { development: boolean }): Promise<never> {
  return untilStopped((children) => run(children, options.development));
}

/** Builds the console unless its build is fresh. Ends the process: exit code 1 when it could not be built. */
export function buildProgram(): Promise<never> {
  return untilStopped(async (children) => {
    const found = await ensureBuild(children);
    console.info(found === "fresh" ? "the build is fresh" : `built into ${distFolder()}`);
  });
}

/** Runs until its end or a shutdown signal (exit code 0), or until it fails (1, with a sentence on stderr). Its children end with it. */
async function untilStopped(start: (children: Children) => Promise<void>): Promise<never> {
  const children = new Children();
  const code = await Promise.race([
    start(children).then(
      () => 0,
      (error: unknown) => {
        console.error(toMessage(error));
        return 1;
      },
    ),
    waitForShutdown().then(() => 0),
  ]);
  await children.stop();
  process.exit(code);
}

async function run(children: Children, isDevelopment: boolean): Promise<never> {
  const asked = parseStartSettings(process.env);
  if (asked.account !== undefined)
    throw new StartError("CONSOLE_ACCOUNT is for commands: the starter serves all accounts. Unset it.");
  const usesSandbox = asked.gateway === undefined;
  if (usesSandbox) {
    requireDemoPassword();
    sampleDays();
  }
  await requireFreePorts([
    { name: "PORT", port: asked.port },
    ...(usesSandbox ? [{ name: "SANDBOX_PORT", port: sandboxPort() }] : []),
  ]);
  // From here on files are written.
  provideDataKey(asked.dataDir);
  const settings = parseStartSettings(process.env);
  // Before the build, which takes a while: a wrong setting of the sandbox is reported at once.
  const sandbox = usesSandbox ? await startSandbox(children, settings) : undefined;
  if (!isDevelopment) await ensureBuild(children);
  const users = await migrateAndSeedUsers(settings);
  if (sandbox) await addSample(settings, sandbox);
  const environment = toConsoleEnvironment(
    settings,
    sandbox && toGatewaySettings(settings, sandbox),
    isDevelopment ? "development" : "production",
  );
  const { port, host, gatewayTimeoutMs: answerMs } = settings;
  await startConsole(children, { port, host, answerMs, isDevelopment, environment });
  announce(settings, users);
  // Two development servers can't share a folder.
  if (!isDevelopment) void keepAccounts(children, settings, environment);
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
    AUTH_SECRET: settings.authSecret ?? storedAuthSecret(settings.dataDir),
    ...(settings.dataKey !== undefined && { CONSOLE_DATA_KEY: settings.dataKey }),
  };
}

function announce(settings: StartSettings, { signIns, empty }: { signIns: SignIn[]; empty: boolean }): void {
  console.info(`console ready at ${settings.consoleOrigin}`);
  if (signIns.length > 0) console.info(`\n${toSignInTable(signIns)}\n`);
  if (empty)
    console.info(
      "No user exists yet. In another terminal, with the same settings: npm run user -- add EMAIL --role admin",
    );
}

function toMessage(error: unknown): string {
  if (error instanceof SettingsError) return error.sentences.join("\n");
  if (error instanceof StartError) return error.message;
  return `The console could not be started: ${error instanceof Error ? error.message : String(error)}`;
}

/** The demo's sign-ins as a small table for a terminal. */
function toSignInTable(signIns: SignIn[]): string {
  const rows = [
    ["Sign in as", "Role", "Password"],
    ...signIns.map(({ email, role, password }) => [email, role, password]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`).join("\n");
}

/** Throws a StartError, one sentence for each, when ports are in use or requested twice. Port 0 takes any free one. */
async function requireFreePorts(wanted: { name: string; port: number }[]): Promise<void> {
  const [first, second] = wanted;
  if (first && second && first.port === second.port)
    throw new StartError(`${first.name} and ${second.name} are both ${first.port}: change one of them.`);
  const taken: string[] = [];
  for (const { name, port } of wanted)
    if (!(await isFree(port)))
      taken.push(`Port ${port} is in use: end what listens there, or choose another with ${name}=….`);
  if (taken.length > 0) throw new StartError(taken.join("\n"));
}
