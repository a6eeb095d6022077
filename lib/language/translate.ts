import { speech } from "./t.ts";

/**
 * A text of the server, which writes English, in the reader's language: a known text, one with values in it, or several
 * sentences after each other. Any other text is returned as it is.
 */
export const translate = (english: string): string => speech()?.translate(english) ?? english;
