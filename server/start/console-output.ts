import { maskCardNumbers } from "#lib/card-detector.ts";
import { strikeNamedCodes } from "#server/gateway-client/sent-secrets.ts";

/**
 * A line that the console process printed, as it goes to our output. Its log marks its own lines with `mark`, which nobody
 * outside knows. Any other line may quote a request, such as a body that Next could not read: it is masked and, once
 * the console is `ready`, wrapped as one event, so that nobody can forge one.
 */
export function toOutputLine(line: string, mark: string, isReady: boolean, now = new Date()): string {
  if (line.startsWith(mark)) return line.slice(mark.length);
  const masked = strikeNamedCodes(maskCardNumbers(line.replaceAll(mark, "")));
  if (!isReady) return masked;
  return JSON.stringify({ level: "warn", time: now.toISOString(), from: "next", msg: masked });
}
