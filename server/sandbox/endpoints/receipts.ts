import { findSnapshot } from "../commands/original.ts";
import { renderReceipt } from "../receipts/render-receipt.ts";
import { RefusalError } from "../refusal.ts";
import { insertMail } from "../store/mail.ts";
import { findTransaction } from "../store/transactions.ts";
import type { EndpointHandler } from "./endpoint-handler.ts";

/** `GET /transactions/{trankey}/receipts[/{receiptid}]`: a JSON string of base64 of an HTML document. */
export const getReceipt: EndpointHandler<"getReceipt"> = async ({ sandbox, segments }) => {
  const html = await sandbox.store.read(async (db) => {
    const snapshot = await findSnapshot(db, segments.trankey, sandbox.clock.now());
    if (!snapshot) throw new RefusalError("notFound");
    return await renderReceipt(db, snapshot, {
      template: segments.receiptid ?? "vterm",
      settings: sandbox.settings,
    });
  });
  return Buffer.from(html, "utf8").toString("base64");
};

/** `POST /transactions/{trankey}/send`: the receipt goes to the outbox. */
export const sendReceipt: EndpointHandler<"sendReceipt"> = async ({ sandbox, segments, body }) => {
  await sandbox.store.transact(async (db) => {
    const row = await findTransaction(db, segments.trankey);
    if (!row) throw new RefusalError("notFound");
    await insertMail(db, {
      row: { ...row, created_at: sandbox.clock.now() },
      sentTo: body.toemail,
      template: "vterm",
      settings: sandbox.settings,
    });
  });
  return { status: "success" };
};
