import type { Journey } from "#server/gateway/send-money.ts";
import { moveAttempt } from "./store.ts";

/** Writes down an attempt's way: while it stands in line it is `prepared`, and nothing of it has left. */
export function journeyOf(id: string, person: Journey["person"]): Journey & { hasLeft: boolean } {
  return {
    id,
    person,
    hasLeft: false,
    // From here on a crash leaves the attempt `sent`, which the next start reads as unknown: never as failed.
    async leaves() {
      this.hasLeft = await moveAttempt(
        id,
        ["prepared"],
        { state: "sent", sent_at: Date.now() },
        { kind: "sent", text: "Sent to the gateway" },
      );
      return this.hasLeft;
    },
    async comesBack() {
      const isBack = await moveAttempt(
        id,
        ["sent"],
        { state: "prepared", sent_at: null },
        {
          kind: "waits",
          text: "The gateway's limit was full: it took nothing. First in line to be sent again",
        },
      );
      this.hasLeft = !isBack;
      return isBack;
    },
  };
}
