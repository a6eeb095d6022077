import { Hono } from "hono";
import { z } from "zod";
import type { Sandbox } from "../context.ts";
import { refusalAnswer, type SandboxContext, type SandboxEnv, toResponse } from "../http/answer.ts";
import { clientAddress, isLoopback, isThisMachine } from "../http/client-address.ts";
import { parseFields } from "../http/parse-fields.ts";
import { parseJson, readBody } from "../http/read-body.ts";
import { RefusalError } from "../refusal.ts";
import { listDeposits, toDepositsCsv, toDepositsOfx } from "../sample/deposits.ts";
import { ruleList } from "../scripted/rule.ts";
import { clockChange, closeCurrentBatch, moveClock } from "./clock.ts";
import { fault } from "./faults.ts";
import {
  changeCheck,
  checkChange,
  issuePaymentKey,
  keyChange,
  paymentKeyRequest,
  receiptTemplate,
  saveKey,
  saveReceiptTemplate,
} from "./records.ts";
import { listDeliveries, listMail, readState, setWebhookTarget, webhookTarget } from "./reports.ts";
import { reset } from "./reset.ts";
import { addSample, sampleRequest } from "./sample.ts";

const rulesChange = z.object({ rules: ruleList });

/** The control plane for tests and demos. JSON, for callers on this machine only. */
export function controlPlane(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    if (!isLocalTool(c)) throw new RefusalError("unknownPath");
    await next();
  });
  app.onError((error) => toResponse(refusalAnswer(sandbox, error)));
  app.post("/reset", async (c) => c.json(await reset(sandbox)));
  app.post("/clock", async (c) => c.json(await moveClock(sandbox, await bodyOf(c, clockChange))));
  app.post("/batches/current/close", async (c) => c.json(await closeCurrentBatch(sandbox)));
  app.post("/faults", async (c) => {
    sandbox.faults.add(await bodyOf(c, fault));
    return c.json({ status: "success" });
  });
  app.delete("/faults", (c) => {
    sandbox.faults.clear();
    return c.json({ status: "success" });
  });
  app.put("/rules", async (c) => {
    const text = await readBody(c.env.incoming);
    await sandbox.rules.replace(parseFields(rulesChange, { rules: parseJson(text, { array: true }) }).rules);
    return c.json({ status: "success" });
  });
  app.get("/rules", (c) => c.json(sandbox.rules.current()));
  app.delete("/rules", async (c) => {
    await sandbox.rules.replace([]);
    return c.json({ status: "success" });
  });
  app.put("/webhooks", async (c) => c.json(await setWebhookTarget(sandbox, await bodyOf(c, webhookTarget))));
  app.get("/webhooks/deliveries", async (c) => c.json(await listDeliveries(sandbox)));
  app.post("/keys", async (c) => c.json(await saveKey(sandbox, await bodyOf(c, keyChange))));
  app.post("/payment-keys", async (c) =>
    c.json(await issuePaymentKey(sandbox, await bodyOf(c, paymentKeyRequest))),
  );
  app.post("/receipts", async (c) =>
    c.json(await saveReceiptTemplate(sandbox, await bodyOf(c, receiptTemplate))),
  );
  app.post("/checks/:key", async (c) =>
    c.json(await changeCheck(sandbox, c.req.param("key"), await bodyOf(c, checkChange))),
  );
  app.post("/sample", async (c) => c.json(await addSample(sandbox, await bodyOf(c, sampleRequest))));
  app.get("/sample/deposits.csv", async (c) =>
    c.body(toDepositsCsv(await listDeposits(sandbox)), 200, { "Content-Type": "text/csv; charset=UTF-8" }),
  );
  app.get("/sample/deposits.ofx", async (c) =>
    c.body(toDepositsOfx(await listDeposits(sandbox)), 200, { "Content-Type": "application/x-ofx" }),
  );
  app.get("/mail", async (c) => c.json(await listMail(sandbox)));
  app.get("/state", async (c) => c.json(await readState(sandbox)));
  return app;
}

/**
 * Accepts only tools on this machine: no page in a browser, no caller behind a proxy, and no page of another host name that
 * resolves to this machine.
 */
function isLocalTool(c: SandboxContext): boolean {
  const { host, ...headers } = c.env.incoming.headers;
  const stranger = Object.keys(headers).some((name) => ofStrangers.test(name));
  return (
    isLoopback(clientAddress(c.env.incoming.socket)) &&
    !stranger &&
    ["none", "same-origin"].includes(String(headers["sec-fetch-site"] ?? "none")) &&
    (host === undefined || isOwnName(host))
  );
}

/** What pages of browsers and proxies send. */
const ofStrangers = /^(?:origin|forwarded|x-forwarded-.*|x-real-ip|via)$/;

const isOwnName = (host: string) => isThisMachine(URL.parse(`http://${host}`)?.hostname ?? "");

const bodyOf = async <Schema extends z.ZodType>(
  c: SandboxContext,
  schema: Schema,
): Promise<z.output<Schema>> => parseFields(schema, parseJson(await readBody(c.env.incoming)));
