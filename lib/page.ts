/** The page of a list that an address asks for; an invalid size or offset falls back. */
export function readPage(query: URLSearchParams, size = 50): { limit: number; offset: number } {
  return {
    limit: wholeNumber(query.get("limit"), 1, 1000) ?? size,
    offset: wholeNumber(query.get("offset"), 0, 10 ** 9) ?? 0,
  };
}

export function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}
