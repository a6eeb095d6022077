import { currentRequest } from "./request-id.ts";
import { onEachRequest } from "./requests.ts";

/**
 * Answers 400 to a form or action that Next can't read, which it would call an error of ours. Only before an action was reached:
 * what breaks after that is one.
 */
export function answerMalformedActions(): void {
  onEachRequest(({ request: { method, url = "" }, response }) => {
    const current = currentRequest();
    if (!current || method === "GET" || method === "HEAD" || url.startsWith("/api/")) return;
    const writeHead = response.writeHead;
    response.writeHead = ((status: number, ...rest: []) => {
      const isMalformed = status === 500 && !current.isReached;
      return writeHead.call(response, isMalformed ? 400 : status, ...rest);
    }) as typeof writeHead; // its overloads are passed on as they came
  });
}
