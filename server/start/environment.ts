import type { StartSettings } from "#server/env.ts";

/** The console process's environment: ours without the sandbox's and the demo's settings, plus these. */
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
    // Card numbers pass through memory: glibc overwrites what is freed, uses fewer arenas, and puts nothing into
    // per-thread caches, which it does not overwrite. Other C libraries ignore these.
    MALLOC_PERTURB_: "1",
    MALLOC_ARENA_MAX: "2",
    GLIBC_TUNABLES: "glibc.malloc.tcache_count=0",
    ...gateway,
  };
}

/** The sandbox process's environment: ours without the console's secrets, plus these. */
export function toSandboxEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...without(isConsoleSetting), NODE_ENV: "production", ...settings };
}

/** The build's environment: none of our settings, so that none ends up in its output and one build serves all. */
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
