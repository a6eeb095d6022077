import { describe, expect, it, vi } from "vitest";
import { decodeReceipt } from "./decode-receipt.ts";
import { paperNames, papers } from "./papers.ts";
import { toReceiptDocument } from "./receipt-document.ts";

const receipt =
  "<html><head><title>Receipt</title><style>p { color: black }</style></head><body><p>Total 42.50</p></body></html>";

describe("a receipt as a separate document", () => {
  it("starts with a policy that blocks loading and scripts", () => {
    const made = toReceiptDocument(receipt, { paper: "80mm" });
    expect(made).toMatch(
      /^<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">/,
    );
    expect(made).toContain("<p>Total 42.50</p>");
  });

  it("gives every style element the nonce of its page, the receipt's own too", () => {
    vi.stubGlobal("document", { querySelector: () => ({ nonce: "n0" }) });
    const made = toReceiptDocument(receipt.replace("<style>", '<style nonce="forged">'), { paper: "80mm" });
    vi.unstubAllGlobals();
    expect(made.match(/<style[^>]*>/g)).toEqual(Array(3).fill('<style nonce="n0">'));
  });

  it("has the width of the roll and the height of its content, without a margin", () => {
    expect(toReceiptDocument(receipt, { paper: "80mm", contentHeightMm: 143 })).toContain(
      "@page { size: 80mm 143mm; margin: 0mm; }",
    );
    expect(toReceiptDocument(receipt, { paper: "58mm", contentHeightMm: 190 })).toContain(
      "@page { size: 58mm 190mm; margin: 0mm; }",
    );
  });

  it("fills the whole sheet with a margin, however short it is", () => {
    expect(toReceiptDocument(receipt, { paper: "letter", contentHeightMm: 143 })).toContain(
      "@page { size: 215.9mm 279.4mm; margin: 12mm; }",
    );
    expect(toReceiptDocument(receipt, { paper: "a4" })).toContain(
      "@page { size: 210mm 297mm; margin: 12mm; }",
    );
  });

  it("overrides the receipt's own styles for the paper", () => {
    const stubborn = receipt.replace("p {", "@page { size: 10in } p {");
    for (const paper of paperNames) {
      const made = toReceiptDocument(stubborn, { paper, contentHeightMm: 100 });
      const width = `${papers[paper].widthMm}mm`;
      expect(made.lastIndexOf(`@page { size: ${width}`)).toBeGreaterThan(made.indexOf("@page { size: 10in"));
    }
  });

  it("shows the copy number from the second print on", () => {
    expect(toReceiptDocument(receipt, { paper: "80mm" })).not.toContain(">COPY");
    expect(toReceiptDocument(receipt, { paper: "80mm", printedBefore: 1 })).toContain(">COPY 2</p><p>Total");
  });

  it("keeps a receipt's text unchanged, even if it looks like a replacement pattern", () => {
    const odd = receipt.replace("Total 42.50", () => "$& and $1 and $'");
    expect(toReceiptDocument(odd, { paper: "80mm", printedBefore: 1 })).toContain("<p>$& and $1 and $'</p>");
  });
});

describe("a receipt as the gateway sends it", () => {
  it("is decoded from base64 as UTF-8", () => {
    const text = "<p>Café Zoë · 3 × €2,50 · 花屋 💐</p>";
    const base64 = Buffer.from(text, "utf8").toString("base64");
    expect(decodeReceipt(base64)).toBe(text);
    expect(decodeReceipt(base64.replace(/(.{20})/g, "$1\r\n"))).toBe(text);
    expect(decodeReceipt(Buffer.from(text, "utf8").toString("base64url"))).toBe(text);
  });

  it("is undefined when it isn't valid base64", () => {
    expect(decodeReceipt("<p>not base64</p>")).toBeUndefined();
  });

  it("resolves width queries by the paper, not by the window or the printer's default size", () => {
    const narrow = receipt.replace("p {", "@media print and (max-width:240px) { p { color: red } } p {");
    expect(toReceiptDocument(narrow, { paper: "58mm" })).toContain("@media print and (min-width: 0px) {");
    expect(toReceiptDocument(narrow, { paper: "80mm" })).toContain("@media print and (max-width: 0px) {");
    const ranged = receipt.replace("p {", "@media (width >= 500px) { p { color: red } } p {");
    expect(toReceiptDocument(ranged, { paper: "58mm" })).toContain("@media (max-width: 0px) {");
    expect(toReceiptDocument(ranged, { paper: "letter" })).toContain("@media (min-width: 0px) {");
  });
});
