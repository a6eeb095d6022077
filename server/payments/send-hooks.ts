import type { SendHooks } from "#server/gateway-client/send-money.ts";
import { moveAttempt } from "./attempts/attempts.ts";

/** Records the progress of an attempt. While it is queued it is `prepared`, and nothing of it has been sent. */
export function sendHooksOf(id: string, person: SendHooks["person"]): SendHooks & { hasLeft: boolean } {
  return {
    id,
    person,
    hasLeft: false,
    // From here on a crash leaves the attempt `sent`, which the next start turns into unknown, never into failed.
    async onSending() {
      this.hasLeft = await moveAttempt(
        id,
        ["prepared"],
        { state: "sent", sent_at: Date.now() },
        { kind: "sent", text: "Sent to the gateway" },
      );
      return this.hasLeft;
    },
    async onRequeued() {
      const isBack = await moveAttempt(
        id,
        ["sent"],
        { state: "prepared", sent_at: null },
        {
          kind: "waits",
          text: "The gateway's limit was full: it took nothing. First in the queue to be sent again",
        },
      );
      this.hasLeft = !isBack;
      return isBack;
    },
  };
}
