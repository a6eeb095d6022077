import type { Config } from "dompurify";
import { withStyleNonce } from "./style-nonce.ts";

/** Removes everything from a receipt that could run, load, navigate or submit. Browser only; returns a whole document. */
export async function sanitizeReceipt(html: string): Promise<string> {
  const { default: purify } = await import("dompurify");
  // It parses the receipt under this page's policy, which would report each style element.
  return purify.sanitize(withStyleNonce(html), receiptRules);
}

/** What a receipt may contain. */
export const receiptRules = {
  WHOLE_DOCUMENT: true,
  ADD_TAGS: ["style"],
  FORBID_TAGS: [
    ...["script", "noscript", "template", "link", "meta", "base", "iframe", "frame", "object", "embed"],
    ...[
      "form",
      "input",
      "button",
      "select",
      "textarea",
      "svg",
      "math",
      "video",
      "audio",
      "source",
      "picture",
    ],
  ],
  FORBID_ATTR: ["srcset", "srcdoc", "background", "ping", "action", "formaction", "target", "id", "name"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: true,
  // Only embedded images; a link keeps its text and loses its target.
  ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpeg|gif|webp);/i,
} satisfies Config;
