import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("the plain text of a receipt keeps its lines and drops styles", () => {
  const html = `<!doctype html><html><head><title>Receipt</title><style>p { color: red }</style></head>
    <body><h1>Shop</h1><p>1 Main St<br>Chicago</p><hr><div><span>Total</span><span>5.00</span></div></body></html>`;
  expect(plainText(html)).toBe("Shop\n1 Main St\nChicago\n\n--------------------------------\nTotal  5.00\n");
});

test("escaped characters are unescaped exactly once", () => {
  expect(plainText("<p>A &#38; B &lt;b&gt; &amp;lt; &#x263A;</p>")).toBe("A & B <b> &lt; ☺\n");
  expect(plainText("&#9999999; &nothing;")).toBe("&#9999999; &nothing;\n");
});
