import { expect, type Locator } from "@playwright/test";

/**
 * Waits until a table shows a row with these cells, named by the words of their column headers. Text must be equal
 * (spaces and line breaks count as one space); a RegExp must match.
 */
export async function expectRowVisible(
  table: Locator,
  cells: Readonly<Record<string, string | RegExp>>,
): Promise<void> {
  const wanted = Object.entries(cells).map(([column, cell]) => [
    column,
    typeof cell === "string" ? cell : expect.stringMatching(cell),
  ]);
  await expect(async () => {
    expect(await readRows(table)).toContainEqual(expect.objectContaining(Object.fromEntries(wanted)));
  }).toPass({ timeout: 20_000 });
}

/** The rows a table shows, each as cell text by column header. */
export async function readRows(table: Locator): Promise<Record<string, string>[]> {
  const columns = (await table.getByRole("columnheader").allInnerTexts()).map(toLine);
  const rows = await table
    .getByRole("row")
    .filter({ has: table.page().getByRole("cell") })
    .all();
  return Promise.all(
    rows.map(async (row) => {
      const texts = await row.locator("td, th, [role=cell], [role=rowheader]").allInnerTexts();
      return Object.fromEntries(texts.map((text, i) => [columns[i] ?? `column ${i + 1}`, toLine(text)]));
    }),
  );
}

const toLine = (text: string) => text.replace(/\s+/g, " ").trim();
