import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { log } from "#server/log.ts";
import {
  answerMalformedActions,
  logMalformedAction,
  logMalformedActionsBriefly,
} from "./malformed-actions.ts";
import { identifyRequests, noteReached } from "./request-id.ts";

const printed = vi.spyOn(console, "error").mockReturnValue(undefined);
const warned = vi.spyOn(log, "warn").mockReturnValue(undefined);

/** Breaks as Next does: prints the error, hands it on, and answers 500. */
const server = createServer(({ url = "" }, response) => {
  if (url === "/reached") noteReached();
  console.error(" ⨯", new Error("Body exceeded 128kb limit."));
  const isMalformed = logMalformedAction(url);
  response.statusCode = 500;
  response.end(String(isMalformed));
});

beforeAll(async () => {
  identifyRequests();
  answerMalformedActions();
  logMalformedActionsBriefly();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  printed.mockClear();
  warned.mockClear();
});
afterAll(() => void server.close());

async function statusOf(method: string, path: string): Promise<number | undefined> {
  const request = send({ method, path, host: "127.0.0.1", port: (server.address() as AddressInfo).port });
  const [response] = (await once(request.end(), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test("an action that can't be read is answered 400, with one line in the log and no stack", async () => {
  expect(await statusOf("POST", "/sign-in")).toBe(400);
  expect(printed).not.toHaveBeenCalled();
  expect(warned.mock.calls).toEqual([[{ path: "/sign-in" }, "a form or action could not be read"]]);
});

test.each([
  ["POST", "/reached"],
  ["POST", "/api/console/roles"],
  ["GET", "/charge"],
])("what breaks in %s %s is an error of ours and printed", async (method, path) => {
  expect(await statusOf(method, path)).toBe(500);
  expect(printed).toHaveBeenCalledOnce();
  expect(warned).not.toHaveBeenCalled();
});
