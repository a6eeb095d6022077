import { t } from "#lib/language/t.ts";
import { formatLatency } from "./format/durations.ts";
import { failureReasons } from "./gateway/request-labels.ts";

/** What one read request showed about the connection to the gateway. */
export type ConnectionTest =
  | { kind: "works"; tookMs: number }
  | { kind: "unknownKey" | "wrongPin" | "addressNotAllowed" }
  | { kind: "unreachable"; reason: string }
  /** It was not sent, or the gateway counted too many requests. */
  | { kind: "limit"; reason: string }
  /** It answers, and refuses for another reason. */
  | { kind: "refused"; status: number; code: number | undefined };

/** Title and advice for a person. Neither key nor PIN is ever part of it. */
export function gatewayCheckText(check: ConnectionTest): { title: string; text: string } {
  switch (check.kind) {
    case "works":
      return {
        title: t("Connected in {latency}", { latency: formatLatency(check.tookMs) }),
        text: t("The gateway knows the key and accepts the PIN."),
      };
    case "unknownKey":
      return {
        title: t("Unknown key"),
        text: t(
          "The gateway has no such API key. It may have been deleted, or belong to another gateway: correct GATEWAY_API_KEY on the server and restart.",
        ),
      };
    case "wrongPin":
      return {
        title: t("Wrong PIN"),
        text: t(
          "The gateway knows the key but refused the PIN: correct GATEWAY_API_PIN on the server and restart.",
        ),
      };
    case "addressNotAllowed":
      return {
        title: t("Address not allowed"),
        text: t(
          "The gateway accepts only listed addresses. Add the address of this server to the key in your gateway account.",
        ),
      };
    case "unreachable":
      return {
        title: t("Gateway unreachable"),
        text: t("No host gave a readable answer: {reasons}. This says nothing about the key or the PIN.", {
          reasons: failureReasons[check.reason] ?? check.reason,
        }),
      };
    case "limit":
      return {
        title: t("Not tested"),
        text: t("The request limit is used up: {reason}.", { reason: check.reason }),
      };
    case "refused":
      return {
        title: t("Refused"),
        text:
          check.code === undefined
            ? t("The gateway answered with status {status}. Contact its support.", { status: check.status })
            : t("The gateway answered with status {status}, code {code}. Contact its support.", {
                status: check.status,
                code: check.code,
              }),
      };
  }
}
