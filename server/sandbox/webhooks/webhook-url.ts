import { z } from "zod";
import { isThisMachine } from "../http/client-address.ts";

/** A URL that events may be sent to: over TLS, or on this machine. */
export const webhookUrl = z
  .string()
  .max(2048, "must be at most 2048 characters")
  .superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

function problemOf(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return "must be an address that begins with https://";
  if (url.username || url.password) return "must not hold a user or a password";
  return url.protocol === "https:" || isThisMachine(url.hostname)
    ? undefined
    : "must begin with https://: plain http:// is for a receiver on this machine only";
}
