import { expect, test } from "vitest";
import { sealElement } from "./sanitize-receipt.ts";

/** As much of an element as is used of it. */
function sealed(nodeName: string, attributes: Record<string, string>) {
  const held = new Map(Object.entries(attributes));
  const element = {
    nodeName,
    get attributes() {
      return [...held].map(([name, value]) => ({ name, value }));
    },
    removeAttribute: (name: string) => void held.delete(name),
    setAttribute: (name: string, value: string) => void held.set(name, value),
  };
  sealElement(element as unknown as Element, "n0"); // see above
  return Object.fromEntries(held);
}

test("gives a style element the nonce of its page in place of any other, and no other element", () => {
  expect(sealed("STYLE", { nonce: "forged", media: "print" })).toEqual({ nonce: "n0", media: "print" });
  expect(sealed("P", { class: "total" })).toEqual({ class: "total" });
});

test("removes an attribute that holds a tag or a part of one", () => {
  const tags = { title: "<style ><img src=x>", alt: "a > b", summary: "1 < 2" };
  expect(sealed("P", { ...tags, style: "color: #222" })).toEqual({ style: "color: #222" });
});
