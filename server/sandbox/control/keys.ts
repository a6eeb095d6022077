import { z } from "zod";
import { findCommand } from "#lib/gateway/commands.ts";
import type { Sandbox } from "../context.ts";
import { withoutAbsent } from "../presenters/without-absent.ts";
import type { SourceSettings } from "../sources.ts";

const addresses = z.array(z.string().max(64)).max(1000);

export const keyChange = z.object({
  key: z.string().regex(/^[^:\s]{1,128}$/, "must be 1 to 128 characters without a colon or a space"),
  pin: z.string().max(128).default(""),
  name: z.string().max(128).optional(),
  commands: z.array(z.string().refine((name) => findCommand(name), "must be a command")).optional(),
  duplicates: z.enum(["off", "all", "card-amount", "card-amount-orderid"]).optional(),
  allowedIps: addresses.optional(),
  authorizationDays: z.number().int().min(0).max(3650).optional(),
  captureExpired: z.enum(["error", "reauth", "override"]).optional(),
  refundUnsettled: z.boolean().optional(),
  endpoint: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be letters, digits, hyphens or underscores")
    .optional(),
  limits: z.object({ minute: z.number().int().min(1), day: z.number().int().min(1) }).optional(),
});

/** Makes an API key or changes one; `endpoint` also registers that endpoint key, with the limits and addresses given. */
export async function saveKey(
  { registry }: Sandbox,
  { key, pin, endpoint, limits, ...settings }: z.output<typeof keyChange>,
): Promise<{ status: string }> {
  const { allowedIps, ...others } = settings;
  // The addresses restrict the endpoint when one is registered, else the key.
  const changes = endpoint === undefined ? settings : others;
  await registry.saveSource(key, pin, withoutAbsent(changes) as Partial<SourceSettings>);
  if (endpoint !== undefined) await registry.saveEndpoint(endpoint, { limits, allowedIps });
  return { status: "success" };
}
