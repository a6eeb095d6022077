import type { Config, DOMPurify } from "dompurify";
import { pageNonce } from "./style-nonce.ts";

/** Removes everything from a receipt that could run, load, navigate or submit. Browser only; returns a whole document. */
export async function sanitizeReceipt(html: string): Promise<string> {
  const { default: shared } = await import("dompurify");
  const purify: DOMPurify = shared(window);
  purify.addHook("afterSanitizeAttributes", (element) => sealElement(element, pageNonce()));
  // It parses the receipt under this page's policy, which would report each style element.
  const parsed = html.replace(/<style\b[^>]*>/gi, `<style nonce="${pageNonce()}">`);
  return purify.sanitize(parsed, receiptRules);
}

/**
 * Gives a style element the nonce, and removes attributes that hold a tag: the document is put together as text, where a browser
 * may write `<` unescaped.
 */
export function sealElement(element: Element, nonce: string): void {
  for (const { name, value } of [...element.attributes])
    if (/[<>]/.test(value)) element.removeAttribute(name);
  if (element.nodeName === "STYLE") element.setAttribute("nonce", nonce);
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
