import { accountOrigin } from "#lib/accounts/account.ts";
import type { GatewayAccountsTable } from "#server/db/tables/auth/gateway-accounts.ts";
import type { AccountKeys } from "./encrypted-keys.ts";

/** The environment of an account's console process: the main one's with the account's own gateway, port and store. */
export function toAccountEnvironment(
  main: NodeJS.ProcessEnv,
  mainOrigin: string,
  account: Pick<GatewayAccountsTable, "id" | "version" | "name" | "urls" | "port" | "origin">,
  { apiKey, apiPin, webhookKey }: AccountKeys,
): NodeJS.ProcessEnv {
  return {
    ...main,
    CONSOLE_ACCOUNT: account.id,
    CONSOLE_ACCOUNT_VERSION: String(account.version),
    CONSOLE_MAIN_ORIGIN: mainOrigin,
    CONSOLE_ORIGIN: accountOrigin(mainOrigin, account),
    PORT: String(account.port),
    MERCHANT_NAME: account.name,
    GATEWAY_URL: account.urls,
    GATEWAY_API_KEY: apiKey,
    GATEWAY_API_PIN: apiPin,
    GATEWAY_WEBHOOK_KEY: webhookKey,
    // What is left belongs to the main account.
    GATEWAY_API_KEY_FILE: "",
    GATEWAY_API_PIN_FILE: "",
    GATEWAY_WEBHOOK_KEY_FILE: "",
    GATEWAY_WEBHOOK_KEY_OLD: "",
    GATEWAY_WEBHOOK_KEY_OLD_FILE: "",
    GATEWAY_WEBHOOK_KEY_OLD_UNTIL: "",
  };
}
