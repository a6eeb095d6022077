import { log } from "#server/log.ts";
import { currentRequest } from "./request-id.ts";
import { onEachRequest } from "./requests.ts";

/**
 * Answers 400 to a form or action that Next can't read, which it would call an error of ours. Only before an action was reached:
 * what breaks after that is one.
 */
export function answerMalformedActions(): void {
  onEachRequest(({ response }) => {
    const current = currentRequest();
    const writeHead = response.writeHead;
    response.writeHead = ((status: number, ...rest: []) => {
      const isMalformed = status === 500 && isUnread(current);
      return writeHead.call(response, isMalformed ? 400 : status, ...rest);
    }) as typeof writeHead; // its overloads are passed on as they came
  });
}

/**
 * Anybody can send an action that Next can't read, as often as they like: the log has one short line of each. Next prints such an
 * error with its stack before it hands it to `onRequestError`.
 */
export function logMalformedActionsBriefly(): void {
  const print = console.error;
  console.error = (...printed: unknown[]) => {
    const isError = printed.some((part) => part instanceof Error);
    if (!(isError && isUnread(currentRequest()))) print(...printed);
  };
}

/** Logs that the action of the current request could not be read; false where it is none, or what broke is an error of ours. */
export function logMalformedAction(path: string): boolean {
  const isMalformed = isUnread(currentRequest());
  if (isMalformed) log.warn({ path: path.slice(0, 100) }, "a form or action could not be read");
  return isMalformed;
}

/** Whether no code of ours was reached by this form or action yet. */
function isUnread(current: ReturnType<typeof currentRequest>): boolean {
  if (!current || current.isReached) return false;
  const { method, url = "" } = current.response.req;
  return method !== "GET" && method !== "HEAD" && !url.startsWith("/api/");
}
