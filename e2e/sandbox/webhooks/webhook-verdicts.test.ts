import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startReceiver, type WebhookReceiver } from "#e2e/support/receivers/webhook-receiver.ts";
import { describeSandboxOnSqlite } from "#e2e/support/sandbox.ts";
import { type EventName, events } from "#lib/gateway/events.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { keysOf } from "#lib/keys-of.ts";
import { differences } from "#server/webhooks/differences.ts";
import { toHint } from "#server/webhooks/hint.ts";
import { toNewEvent } from "#server/webhooks/to-new-event.ts";
import { read } from "../payments.ts";
import { causes } from "./webhook-causes.ts";
import { sendEventsTo, settle } from "./webhook-inbox.ts";

describeSandboxOnSqlite("replies and details", (sandbox) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    await sendEventsTo(sandbox(), receiver);
  });
  afterAll(() => receiver.down());

  /** The newest event of this type and transaction, as the console reads it. */
  const hintOf = (name: EventName, key: string) => {
    const kept = receiver.received
      .map(({ raw }) => toNewEvent(raw, 0))
      .findLast((event) => event.event_type === name && event.transaction_key === key);
    const hint = kept && toHint({ ...kept, shown: null, checked_at: null, checks: 0 });
    if (!hint) throw new Error(`no ${name} of ${key}`);
    return hint;
  };

  describe.each(keysOf(events))("%s", (name) => {
    test.each(Object.entries(causes[name]))(
      "is borne out after %s, and no more than that",
      async (_title, cause) => {
        const key = await cause(sandbox());
        await settle(sandbox());
        const shown = transactionDetail.parse(await read(sandbox(), key));
        const hint = hintOf(name, key);
        expect(differences(hint, shown)).toEqual([]);
        expect(differences({ ...hint, amountCents: 1 }, shown)).toHaveLength(1);
        const opposite =
          shown.result_code === "A" || shown.result_code === "P"
            ? "transaction.sale.failure"
            : "transaction.sale.success";
        expect(differences({ ...hint, type: opposite }, shown)).toHaveLength(1);
      },
    );
  });
});
