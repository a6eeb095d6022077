import { cardNumberProblem, holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { plainName, plainNameProblem } from "#lib/forms/plain-name.ts";
import { ok, type Result, refuseFields } from "#lib/result.ts";
import type { GatewayAccountsTable } from "#server/db/tables/auth/gateway-accounts.ts";
import { Settings } from "#server/settings.ts";
import type { AccountKeys } from "./encrypted-keys.ts";

/** What an admin typed. Keys that were left empty stay as they are; a new account needs key and PIN. */
export type AccountInput = AccountKeys & {
  name: string;
  color: string;
  urls: string;
  port: string;
  origin: string;
};

/** What the main console knows of itself. */
export type MainConsole = {
  port: number;
  origin: string;
  isDemo: boolean;
  urls: readonly URL[];
  apiKey: string;
};

export type AccountColumns = Pick<GatewayAccountsTable, "name" | "color" | "urls" | "port" | "origin">;

/** What was typed as it is stored, or what is wrong with it. */
export function readInput(
  input: AccountInput,
  main: MainConsole,
): Result<AccountColumns & { urlList: URL[] }> {
  const name = plainName(input.name);
  const urls = Settings.shape.GATEWAY_URL.safeParse(input.urls.trim());
  const port = Settings.shape.PORT.safeParse(input.port.trim());
  const origin = Settings.shape.CONSOLE_ORIGIN.safeParse(input.origin.trim() || undefined);
  const urlList = urls.data ?? [];
  const unseen = name === "" ? "Enter a name." : plainNameProblem(name);
  const texts = [name, input.apiKey, input.webhookKey].some(holdsCardNumber);
  const isOutside = main.isDemo && urlList.some(({ hostname }) => !loopback.test(hostname));
  const wrong = {
    ...((unseen || texts) && { name: unseen ?? cardNumberProblem }),
    ...unprintable(input),
    ...((!urls.success || urlList.length === 0) && {
      urls: "Enter an address that begins with https://, or http:// on this machine.",
    }),
    ...(isOutside && { urls: "In front of the sandbox, only gateways on this machine can be added." }),
    ...((!port.success || port.data === main.port) && { port: "Enter a free port from 1 to 65535." }),
    ...(!origin.success && { origin: "Enter a scheme and a host, such as https://shop2.example.com." }),
  };
  if (Object.keys(wrong).length > 0 || !port.success) return refuseFields(wrong);
  return ok({
    name,
    color: input.color,
    urls: urlList.map(({ href }) => href.replace(/\/$/, "")).join(","),
    port: port.data,
    origin: origin.data ?? null,
    urlList,
  });
}

/** They go into a header, which takes ASCII alone, and into an environment, which is read without spaces at the ends. */
const unprintable = (keys: AccountKeys) =>
  Object.fromEntries(
    (["apiKey", "apiPin", "webhookKey"] as const)
      .filter((name) => !/^([!-~]([ -~]*[!-~])?)?$/.test(keys[name]))
      .map((name) => [name, unreadableKey]),
  );

const unreadableKey = "Use only letters without accents, digits and signs, and no space at either end.";

const loopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
