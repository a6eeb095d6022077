/** No message of ours or of the gateway's is nested deeper by far. */
export const deepestJson = 64;

/**
 * Parses JSON from outside. Throws a SyntaxError for text that is no JSON and, before parsing, for text nested deeper than
 * `deepestJson`: walking such a value, to check or print it, costs minutes or the stack. Takes linear time.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`JSON is nested deeper than ${deepestJson} levels.`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code === QUOTE) place = stringEnd(text, place) - 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    if (depth > deepestJson) return true;
  }
  return false;
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

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
