import { hkdfSync } from "node:crypto";
import type { StartSettings } from "#server/env.ts";

/** The console process's environment: ours without the sandbox's and the demo's settings, plus these. */
export function toConsoleEnvironment(
  settings: StartSettings,
  gateway: Record<string, string> | undefined,
  mode: "production" | "development",
): NodeJS.ProcessEnv {
  const authSecret = gateway?.AUTH_SECRET ?? settings.authSecret;
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
    // Replaces the one in the build, which is no secret. The same for all consoles of one installation.
    ...(authSecret !== undefined && { [ACTION_KEY]: toActionKey(authSecret) }),
    ...gateway,
  };
}

/** 32 bytes in base64, as Next wants them. */
const toActionKey = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "server actions", 32)).toString("base64");

/** The sandbox process's environment: ours without the console's secrets, plus these. */
export function toSandboxEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  return { ...without(isConsoleSetting), NODE_ENV: "production", ...settings };
}

/**
 * The build's environment: none of our settings, so that none ends up in its output and one build serves all. The key of its server actions
 * follows from `inputs`, so that two builds of the same sources are equal; a console never runs with it.
 */
export function toBuildEnvironment(inputs: string): NodeJS.ProcessEnv {
  return {
    ...without((name) => isConsoleSetting(name) || isSandboxSetting(name)),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    [ACTION_KEY]: toActionKey(inputs),
  };
}

const ACTION_KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";

const isConsoleSetting = (name: string) =>
  /^(GATEWAY_|AUTH_|METRICS_|OIDC_|DATABASE_URL(_FILE)?$|CONSOLE_)/.test(name);
const isSandboxSetting = (name: string) => /^(SANDBOX_|DEMO_)/.test(name);

function without(isUnwanted: (name: string) => boolean): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isUnwanted(name)));
}
