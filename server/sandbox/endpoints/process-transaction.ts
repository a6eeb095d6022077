import { setTimeout as delay } from "node:timers/promises";
import { addsOnly } from "../commands/batch-entry.ts";
import { readCommand, runCommand } from "../commands/run-command.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { SlowIssuer } from "../refusal.ts";
import type { Bundle } from "../store/bundle.ts";
import type { Db } from "../store/store.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `POST /transactions`: `command` selects what is done. Answered only after its commit. */
export const processTransaction: EndpointHandler = async (request) => {
  const command = readCommand(request.body as { command: string });
  const result = await runPatiently(request, command);
  request.sandbox.webhooks.wake();
  return presentReply(command.name, result);
};

/** A slow issuer is waited for outside the store, which serves others meanwhile. */
async function runPatiently(
  { sandbox, source, clientIp, serverIp, permit }: EndpointRequest,
  command: ReturnType<typeof readCommand>,
) {
  const { store, clock } = sandbox;
  const run = (waited: boolean) => {
    const runIn = (db: Db, bundle?: Bundle) =>
      runCommand(
        { sandbox, db, source, clientIp, serverIp, waited, now: clock.now(), ...(bundle && { bundle }) },
        command,
      );
    return addsOnly(command.name)
      ? store.transactAdding(runIn, permit)
      : store.transact((db) => runIn(db), permit);
  };
  try {
    return await run(false);
  } catch (error) {
    if (!(error instanceof SlowIssuer)) throw error;
    await delay(error.seconds * 1000);
    return await run(true);
  }
}
