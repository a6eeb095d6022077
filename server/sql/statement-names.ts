/** The name under which PostgreSQL prepares a statement; undefined for one that is parsed at every run. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

/** Has each connection to PostgreSQL prepare this statement once. Prepared statements are never removed: for fixed texts only. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `statement ${names.size + 1}`);
}

const names = new Map<string, string>();
