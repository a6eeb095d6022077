import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { clientAddress, serverAddress } from "./client-address.ts";
import { readBody } from "./read-body.ts";

/** A request of the API, as far as the API looks at one. */
export type ApiRequest = {
  method: string;
  socket: Socket;
  clientIp: string;
  serverIp: string;
  authorization: string | undefined;
  /** The body as UTF-8 text. Throws a Refusal when it is too large. */
  text(): string | Promise<string>;
  /** The request itself, unread, for a file; undefined where it was whole from the start, as no file is. */
  incoming?: IncomingMessage;
};

/** A request that Node's own HTTP server has read the head of. */
export function toApiRequest(incoming: IncomingMessage): ApiRequest {
  const { method = "", socket, headers } = incoming;
  return {
    method,
    socket,
    clientIp: clientAddress(socket),
    serverIp: serverAddress(socket),
    authorization: headers.authorization,
    text: () => readBody(incoming),
    incoming,
  };
}
