import { setTimeout as delay } from "node:timers/promises";
import { readCommand, runCommand } from "../commands/run-command.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { SlowIssuer } from "../refusal.ts";
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
  { sandbox, source, clientIp, serverIp }: EndpointRequest,
  command: ReturnType<typeof readCommand>,
) {
  const run = (waited: boolean) =>
    sandbox.store.transact((db) =>
      runCommand({ sandbox, db, source, clientIp, serverIp, waited, now: sandbox.clock.now() }, command),
    );
  try {
    return await run(false);
  } catch (error) {
    if (!(error instanceof SlowIssuer)) throw error;
    await delay(error.seconds * 1000);
    return await run(true);
  }
}
