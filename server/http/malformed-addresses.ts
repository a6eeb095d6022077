import { onEachRequest } from "./requests.ts";

/**
 * Answers 400 to an address that can't be decoded, which Next would answer with a bare 500: it is handled as an address without a
 * page. Before the other handlers but that of the ids.
 */
export function answerMalformedAddresses(): void {
  onEachRequest(({ request, response }) => {
    const [path = "", ...query] = (request.url ?? "").split("?");
    if (isDecodable(path)) return;
    request.url = [path.startsWith("/api/") ? "/api/malformed" : "/malformed", ...query].join("?");
    const writeHead = response.writeHead;
    response.writeHead = ((status: number, ...rest: []) =>
      writeHead.call(response, status === 404 ? 400 : status, ...rest)) as typeof writeHead; // its overloads are passed on as they came
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
