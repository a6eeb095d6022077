import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { axeViolations, nothingSound } from "#e2e/support/pages/axe-violations.ts";
import { cutOff } from "./cut-off.ts";
import { desktop, phone } from "./page-state.ts";

/** A sound page: what is planted in it is the only fault. */
const around = (content: string, style = "") => `<!doctype html><html lang="en"><head><title>Faults</title>
  <style>body { color: #111; background: #fff } button { color: #fff; background: #333 } @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } } ${style}</style></head>
  <body><main><h1>Faults</h1><p>Readable text</p><button>Press</button>${content}</main></body></html>`;

const atPhone = "@media (min-width: 376px) { .phone { display: none } }";

test("the accessibility checks find a planted fault of color, structure or width in exactly the themes and widths that have it, also beside parts that were sound before", async ({
  page,
}) => {
  const sound = nothingSound();
  expect(await faults(page, around(""), sound)).toEqual([]);
  expect(sound.dark.size).toBeGreaterThan(1);
  const planted: [style: string, content: string, ...found: string[]][] = [
    ["", "<p>Readable text</p>"],
    [
      "@media (prefers-color-scheme: dark) { .dim { color: #444 } }",
      `<p class="dim">Dim</p>`,
      ...both("dark"),
    ],
    [`${atPhone} .phone { color: #ddd }`, `<p class="phone">Dim</p>`, "375 px, light, color-contrast"],
    // The colors of the page, on a box of another one.
    [
      "@media (prefers-color-scheme: dark) { .box { background: #ccc } }",
      `<p class="box">Dim</p>`,
      ...both("dark"),
    ],
    [".half { opacity: 0.3 }", `<p class="half">Dim</p>`, ...both("dark"), ...both("light")],
    // Its look is that of the page, but it lies over something.
    [
      ".under { background: #555; height: 40px } .over { position: absolute; margin: -30px 0 0 }",
      `<div class="under"></div><p class="over">Dim</p>`,
      ...both("light"),
    ],
    [atPhone, `<input class="phone">`, "375 px, light, label"],
    [
      ".link { color: #757575; text-decoration: none } @media (prefers-color-scheme: dark) { .link { color: #ddd } }",
      `<p>A text with <a class="link" href="/x">a link</a> in it</p>`,
      ...both("dark", "link-in-text-block"),
    ],
    // The same field, first hidden or with a label elsewhere.
    [".later { display: none }", `<p class="later"><input></p>`],
    ["", `<p class="later"><input></p>`, ...both("light", "label")],
    ["", `<p><input id="name"></p><section><h2><label for="name">Name</label></h2></section>`],
    ["", `<p><input id="name"></p>`, ...both("light", "label")],
    // The same part, in a page that lacks something for it.
    [
      "a { color: inherit; position: absolute; left: -999px }",
      `<p id="end">The end</p><a href="#end">Skip</a>`,
    ],
    [
      "a { color: inherit; position: absolute; left: -999px }",
      `<a href="#end">Skip</a>`,
      ...both("light", "skip-link"),
    ],
    [".wide { width: 360px }", `<p class="wide">Wide</p>`, "400 %"],
  ];
  for (const [style, content, ...found] of planted)
    expect(await faults(page, around(content, style), sound), content).toEqual(found.sort());
});

const both = (theme: string, rule = "color-contrast") =>
  [desktop, phone].map(({ width }) => `${width} px, ${theme}, ${rule}`);

async function faults(page: Page, html: string, sound: ReturnType<typeof nothingSound>): Promise<string[]> {
  await page.setContent(html);
  const found: string[] = [];
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    for (const text of await axeViolations(page, sound))
      found.push(`${size.width} px, ${text.split(":")[0]}`);
  }
  await page.setViewportSize({ width: 320, height: 720 });
  return [...found, ...(await cutOff(page)).slice(0, 1).map(() => "400 %")].sort();
}
