import { maskCardNumbers } from "#lib/card-data/card-detector.ts";
import { strikeNamedCodes } from "#server/gateway-client/masking/sent-secrets.ts";

/**
 * A line that the console process printed, as it goes to our output. Its log starts its own lines with the secret `mark`.
 * Any other line may quote a request, such as a body that Next could not read: it is masked and, once the console is
 * `ready`, wrapped as one event, so that a request cannot forge an event.
 */
export function toOutputLine(
  line: string,
  { mark, account, isReady }: { mark: string; account: string | undefined; isReady: boolean },
  now = new Date(),
): string {
  if (line.startsWith(mark)) return line.slice(mark.length);
  const masked = strikeNamedCodes(maskCardNumbers(line.replaceAll(mark, "")));
  if (!isReady) return masked;
  const event = {
    level: "warn",
    time: now.toISOString(),
    gatewayAccount: account,
    from: "next",
    msg: masked,
  };
  return JSON.stringify(event);
}
