import type { StartSettings } from "#server/env.ts";

/** What the console's process gets: our environment without what is the sandbox's or the demo's, and these settings. */
export function toConsoleEnvironment(
  settings: StartSettings,
  gateway: Record<string, string> | undefined,
  mode: "production" | "development",
): NodeJS.ProcessEnv {
  return {
    ...without(isSandboxSetting),
    NODE_ENV: mode,
    DATA_DIR: settings.dataDir,
    CONSOLE_ORIGIN: settings.consoleOrigin,
    NEXT_TELEMETRY_DISABLED: "1",
    // Card numbers pass through: glibc overwrites what is given back, keeps less of it, and puts nothing into per-thread
    // caches, which it does not overwrite. Other C libraries know none of these.
    MALLOC_PERTURB_: "1",
    MALLOC_ARENA_MAX: "2",
    GLIBC_TUNABLES: "glibc.malloc.tcache_count=0",
    ...gateway,
  };
}

/** What the sandbox's process gets: our environment without the console's secrets, and these settings. */
export function toSandboxEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...without(isConsoleSetting), NODE_ENV: "production", ...settings };
}

/** What the build gets: no setting of ours, so that none can end up in what it writes and one build serves all. */
export function toBuildEnvironment(): NodeJS.ProcessEnv {
  return {
    ...without((name) => isConsoleSetting(name) || isSandboxSetting(name)),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

const isConsoleSetting = (name: string) => /^(GATEWAY_|AUTH_|DATABASE_URL$|CONSOLE_)/.test(name);
const isSandboxSetting = (name: string) => /^(SANDBOX_|DEMO_)/.test(name);

function without(isUnwanted: (name: string) => boolean): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isUnwanted(name)));
}
