import { setTimeout as delay } from "node:timers/promises";
import type { CommandResult } from "../commands/handler.ts";
import { type ReadCommand, readCommand, runCommand } from "../commands/run-command.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { SlowIssuerError } from "../refusal.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `POST /transactions`: `command` selects what is done. Answered only after its commit. */
export const processTransaction: EndpointHandler<"processTransaction"> = async (request) => {
  const command = readCommand(request.body);
  let result: CommandResult;
  try {
    result = await run(request, command, { hasWaitedForIssuer: false });
  } catch (error) {
    if (!(error instanceof SlowIssuerError)) throw error;
    // Wait outside the transaction, so that other work goes on.
    await delay(error.seconds * 1000);
    result = await run(request, command, { hasWaitedForIssuer: true });
  }
  request.sandbox.webhooks.wake();
  return presentReply(command.name, result);
};

/** Runs a command in its unit of work. */
function run(
  { sandbox, source, clientIp, serverIp, canInjectFault }: EndpointRequest<"processTransaction">,
  command: ReadCommand,
  { hasWaitedForIssuer }: { hasWaitedForIssuer: boolean },
): Promise<CommandResult> {
  const { store, clock } = sandbox;
  return store.transact((db) =>
    runCommand(
      { sandbox, db, source, clientIp, serverIp, hasWaitedForIssuer, canInjectFault, now: clock.now() },
      command,
    ),
  );
}
