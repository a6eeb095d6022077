import { afterEach, expect, it, vi } from "vitest";
import { parseStartSettings } from "#server/env.ts";
import { toBuildEnvironment, toConsoleEnvironment, toSandboxEnvironment } from "./environment.ts";

afterEach(() => vi.unstubAllEnvs());

it("the console's secrets are passed neither to the sandbox nor to the build", () => {
  const secrets = [
    "GATEWAY_API_PIN",
    "AUTH_SECRET",
    "CONSOLE_DATA_KEY",
    "DATABASE_URL",
    "OIDC_CLIENT_SECRET",
  ];
  for (const name of secrets) vi.stubEnv(name, "a secret");
  for (const environment of [toSandboxEnvironment({}), toBuildEnvironment("inputs")])
    expect(secrets.filter((name) => name in environment)).toEqual([]);
});

const keyOf = (environment: NodeJS.ProcessEnv) => environment.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY;
const consoleKey = (secret: string) =>
  keyOf(toConsoleEnvironment(parseStartSettings({}), { AUTH_SECRET: secret }, "production"));

it("the same sources are built with the same key of server actions, and no console runs with it", () => {
  const built = keyOf(toBuildEnvironment("inputs"));
  expect(Buffer.from(built ?? "", "base64")).toHaveLength(32);
  expect(keyOf(toBuildEnvironment("inputs"))).toBe(built);
  expect(keyOf(toBuildEnvironment("other inputs"))).not.toBe(built);
  const [one, other] = [consoleKey("a".repeat(40)), consoleKey("b".repeat(40))];
  expect(consoleKey("a".repeat(40))).toBe(one);
  expect(new Set([built, one, other]).size).toBe(3);
});
