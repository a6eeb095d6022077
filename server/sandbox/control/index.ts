import { Hono } from "hono";
import type { z } from "zod";
import { refuse, type SandboxContext, type SandboxEnv } from "../app.ts";
import type { Sandbox } from "../context.ts";
import { reasonsOf } from "../field-reasons.ts";
import { clientAddress, isLoopback, isThisMachine } from "../http/client-address.ts";
import { parseJson, readBody } from "../http/read-body.ts";
import { Refusal } from "../refusal.ts";
import { changeCheck, checkChange } from "./checks.ts";
import { clockChange, moveClock } from "./clock.ts";
import { closeCurrentBatch } from "./close-batch.ts";
import { fault } from "./faults.ts";
import { keyChange, saveKey } from "./keys.ts";
import { listMail } from "./mail.ts";
import { issuePaymentKey, paymentKeyRequest } from "./payment-keys.ts";
import { receiptTemplate, saveReceiptTemplate } from "./receipts.ts";
import { reset } from "./reset.ts";
import { readState } from "./state.ts";
import { listDeliveries, setWebhookTarget, webhookTarget } from "./webhooks.ts";

/** The control plane for tests and demos: JSON, for callers on this machine only. */
export function controlPlane(sandbox: Sandbox): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use(async (c, next) => {
    if (!isLocalTool(c)) throw new Refusal("unknownPath");
    await next();
  });
  app.onError((error) => refuse(sandbox, error));
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
  app.get("/mail", async (c) => c.json(await listMail(sandbox)));
  app.get("/state", async (c) => c.json(await readState(sandbox)));
  return app;
}

/**
 * A page in a browser and a caller behind a proxy are not tools on this machine, whatever their address says. Nor is a page
 * of a name that somebody else points to this machine.
 */
function isLocalTool(c: SandboxContext): boolean {
  const { host, ...headers } = c.env.incoming.headers;
  const stranger = ["origin", "x-forwarded-for", "forwarded"].some((name) => headers[name] !== undefined);
  return (
    isLoopback(clientAddress(c.env.incoming.socket)) && !stranger && (host === undefined || isOwnName(host))
  );
}

const isOwnName = (host: string) => isThisMachine(URL.parse(`http://${host}`)?.hostname ?? "");

async function bodyOf<Schema extends z.ZodType>(
  c: SandboxContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = parseJson(await readBody(c.env.incoming));
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Refusal("invalidFields", reasonsOf(parsed.error, body));
  return parsed.data;
}
