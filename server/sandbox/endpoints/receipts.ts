import { findStanding } from "../commands/original.ts";
import { renderReceipt } from "../receipts/render-receipt.ts";
import { Refusal } from "../refusal.ts";
import { insertMail } from "../store/mail.ts";
import { findTransaction } from "../store/transactions.ts";
import type { EndpointHandler } from "./endpoint-handler.ts";

/** `GET /transactions/{trankey}/receipts[/{receiptid}]`: a JSON string of base64 of an HTML document. */
export const getReceipt: EndpointHandler = async ({ sandbox, path }) => {
  const html = await sandbox.store.read(async (db) => {
    const standing = await findStanding(db, path.trankey ?? "", sandbox.clock.now());
    if (!standing) throw new Refusal("notFound");
    return await renderReceipt(db, standing, {
      template: path.receiptid ?? "vterm",
      settings: sandbox.settings,
    });
  });
  return Buffer.from(html, "utf8").toString("base64");
};

/** `POST /transactions/{trankey}/send`: the receipt goes to the outbox. */
export const sendReceipt: EndpointHandler = async ({ sandbox, path, body }) => {
  const { toemail } = body as { toemail: string };
  await sandbox.store.transact(async (db) => {
    const row = await findTransaction(db, path.trankey ?? "");
    if (!row) throw new Refusal("notFound");
    await insertMail(db, {
      row: { ...row, created_at: sandbox.clock.now() },
      sentTo: toemail,
      template: "vterm",
      settings: sandbox.settings,
    });
  });
  return { status: "success" };
};
