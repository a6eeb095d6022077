/** No message of ours or of the gateway's is nested deeper by far. */
export const deepestJson = 64;

/** Values of one text, unless the caller expects more. */
export const maxJsonValues = 20_000;

/**
 * Parses JSON from outside. Throws a SyntaxError for text that is no JSON and, before parsing, for text nested deeper than
 * `deepestJson` or of more than `maxValues` values: walking such a value, to check or print it, costs minutes or the
 * stack. Takes linear time.
 */
export function parseJson(text: string, { maxValues = maxJsonValues } = {}): unknown {
  refuseExcess(text, maxValues);
  return JSON.parse(text);
}

/** Counts the commas and brackets outside strings: no text has more values. */
function refuseExcess(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) place = stringEnd(text, place) - 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) [depth, values] = [depth + 1, values + 1];
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    else if (code === COMMA) values++;
    if (depth > deepestJson) throw new SyntaxError(`JSON is nested deeper than ${deepestJson} levels.`);
    if (values > maxValues) throw new SyntaxError(`JSON has more than ${maxValues} values.`);
  }
}

/** Where the JSON string ends that begins at `start`, behind its closing quote; the text's end when it is never closed. */
export function stringEnd(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === BACKSLASH) place++;
    else if (code === QUOTE) return place + 1;
  }
  return text.length;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
