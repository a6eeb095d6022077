import { setTimeout as delay } from "node:timers/promises";
import { addsOnly } from "../commands/batch-entry.ts";
import type { CommandResult } from "../commands/handler.ts";
import { type ReadCommand, readCommand, runCommand } from "../commands/run-command.ts";
import { presentReply } from "../presenters/transaction-reply.ts";
import { SlowIssuer } from "../refusal.ts";
import type { Bundle } from "../store/bundle.ts";
import type { Db } from "../store/store.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `POST /transactions`: `command` selects what is done. Answered only after its commit. */
export const processTransaction: EndpointHandler = async (request) => {
  const command = readCommand(request.body as { command: string });
  let result: CommandResult;
  try {
    result = await run(request, command, { waited: false });
  } catch (error) {
    if (!(error instanceof SlowIssuer)) throw error;
    // Waited for outside the store, which serves others meanwhile.
    await delay(error.seconds * 1000);
    result = await run(request, command, { waited: true });
  }
  request.sandbox.webhooks.wake();
  return presentReply(command.name, result);
};

/** Runs a command in its unit of work. */
function run(
  { sandbox, source, clientIp, serverIp, permit }: EndpointRequest,
  command: ReadCommand,
  { waited }: { waited: boolean },
): Promise<CommandResult> {
  const { store, clock } = sandbox;
  const runIn = (db: Db, bundle?: Bundle) =>
    runCommand({ sandbox, db, source, clientIp, serverIp, waited, now: clock.now(), bundle }, command);
  return addsOnly(command.name)
    ? store.transactAdding(runIn, permit)
    : store.transact((db) => runIn(db), permit);
}
