import type { Config } from "dompurify";

/** Takes out of a receipt whatever could run, load, lead away or send. Only in a browser; a whole document comes back. */
export async function sanitizeReceipt(html: string): Promise<string> {
  const { default: purify } = await import("dompurify");
  return purify.sanitize(html, receiptRules);
}

/** What may stay in a receipt. */
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
  // Only pictures that are in the document itself; a link keeps its words and loses its way.
  ALLOWED_URI_REGEXP: /^data:image\/(?:png|jpeg|gif|webp);/i,
} satisfies Config;
