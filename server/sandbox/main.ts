import { enableCompileCache } from "node:module";
import { SessionError } from "./session/session-file.ts";
import { readSettings, SettingsError, settingsHelp } from "./settings.ts";

/** `npm run sandbox`: the sandbox gateway, or one of its tools for sessions. Settings come from the environment; flags of the same names win. */
try {
  await run();
} catch (error) {
  console.error(
    error instanceof SettingsError || error instanceof SessionError
      ? error.message
      : `The sandbox gateway could not start: ${String(error)}`,
  );
  process.exit(1);
}

async function run(): Promise<void> {
  const flags = process.argv.slice(2);
  if (flags.includes("--help") || flags.includes("-h")) {
    console.info(await help());
    return;
  }
  enableCompileCache();
  const [first, ...rest] = flags;
  if (first !== undefined && !first.startsWith("-")) {
    const { runTool } = await import("./session/tools.ts");
    process.exit(await runTool(first, rest));
  }
  // Loaded behind the compile cache, which shortens the next start.
  const { startSandbox } = await import("./start-sandbox.ts");
  const sandbox = await startSandbox(readSettings({ ...process.env, ...readFlags(flags) }));
  let stopping = false;
  const stop = () => {
    // The second signal ends it at once.
    if (stopping) process.exit(130);
    stopping = true;
    sandbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  console.info(`sandbox gateway ready at ${sandbox.url}`);
}

/** "--port" of SANDBOX_PORT. A function, since the top of this file already uses it. */
function flagOf(name: string): string {
  return `--${name
    .replace(/^SANDBOX_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;
}

/** `--rate-limit off` or `--rate-limit=off` is SANDBOX_RATE_LIMIT=off. */
function readFlags(flags: readonly string[]): Record<string, string> {
  const settings: Record<string, string> = {};
  const rest = flags.flatMap((flag) => (flag.startsWith("--") ? flag.split(/=(.*)/s).slice(0, 2) : [flag]));
  while (rest.length > 0) {
    const [flag = "", value] = rest.splice(0, 2);
    const setting = settingsHelp.find(([name]) => flagOf(name) === flag);
    if (!setting) throw new SettingsError(`${flag} is not a setting. --help lists them.`);
    if (value === undefined) throw new SettingsError(`${flag} needs a value.`);
    settings[setting[0]] = value;
  }
  return settings;
}

async function help(): Promise<string> {
  const { toolsHelp } = await import("./session/tools.ts");
  const rows = settingsHelp.map(
    ([name, fallback, meaning]) => `  ${name.padEnd(26)}${flagOf(name).padEnd(22)}${meaning} (${fallback})`,
  );
  return [
    "The sandbox gateway. Settings, as environment variables or flags:",
    "",
    ...rows,
    "",
    "Tools for recorded sessions, instead of starting it:",
    "",
    ...toolsHelp.map(([usage, meaning]) => `  ${usage.padEnd(50)}${meaning}`),
  ].join("\n");
}
