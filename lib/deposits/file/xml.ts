import { BankFileError } from "./bank-file.ts";

/**
 * A small XML reader for files from outside: elements, text and attributes. Document types and entities other than the
 * five of XML itself are refused, so that no file can name another file or grow while it is read. Throws a BankFileError.
 */

export type XmlElement = {
  /** Without its prefix. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Where it begins, counted from 1. */
  line: number;
};

const DEEPEST = 40;

export function readXml(text: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "", line: 1 };
  const open: XmlElement[] = [root];
  let at = 0;
  let line = 1;
  const advance = (to: number) => {
    for (let next = text.indexOf("\n", at); next !== -1 && next < to; next = text.indexOf("\n", next + 1))
      line += 1;
    at = to;
  };
  const skipTo = (end: string, what: string) => {
    const place = text.indexOf(end, at);
    if (place === -1) throw new BankFileError(`The ${what} has no end. Export the file again.`, line);
    return place;
  };
  while (at < text.length) {
    const top = open.at(-1) ?? root;
    if (text[at] !== "<") {
      const next = text.indexOf("<", at);
      const end = next === -1 ? text.length : next;
      top.text += resolve(text.slice(at, end), line);
      advance(end);
    } else if (text.startsWith("<!--", at)) advance(skipTo("-->", "comment") + 3);
    else if (text.startsWith("<?", at)) advance(skipTo("?>", "instruction") + 2);
    else if (text.startsWith("<![CDATA[", at)) {
      const end = skipTo("]]>", "text");
      top.text += text.slice(at + 9, end);
      advance(end + 3);
    } else if (text.startsWith("<!", at))
      throw new BankFileError("The file has a document type, which bank files don't need.", line);
    else {
      const end = skipTo(">", "tag");
      takeTag(text.slice(at + 1, end), open, line);
      advance(end + 1);
    }
  }
  const unclosed = open.at(-1);
  if (open.length > 1 && unclosed)
    throw new BankFileError(`<${unclosed.name}> is never closed: the file is cut off.`, unclosed.line);
  const [document] = root.children;
  if (!document) throw new BankFileError("The file is empty.");
  return document;
}

function takeTag(tag: string, open: XmlElement[], line: number): void {
  const closing = /^\/\s*([\w.:-]+)\s*$/.exec(tag);
  if (closing) {
    const closed = open.at(-1);
    if (open.length < 2 || closed?.name !== localName(closing[1] ?? ""))
      throw new BankFileError(`</${closing[1]}> closes nothing that is open.`, line);
    open.pop();
    return;
  }
  const opening = /^([\w.:-]+)(\s[\s\S]*?)?(\/?)$/.exec(tag);
  if (!opening) throw new BankFileError(`<${tag.slice(0, 20)}> isn't a tag.`, line);
  const element: XmlElement = {
    name: localName(opening[1] ?? ""),
    attributes: readAttributes(opening[2] ?? "", line),
    children: [],
    text: "",
    line,
  };
  open.at(-1)?.children.push(element);
  if (opening[3] === "/") return;
  if (open.length > DEEPEST) throw new BankFileError("The elements are nested too deeply.", line);
  open.push(element);
}

function readAttributes(text: string, line: number): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found[name] = resolve(double ?? single ?? "", line);
  return found;
}

function resolve(text: string, line: number): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;\s]{0,12});?/g, (whole, name: string) => {
    const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? "", code[1] ? 16 : 10) : undefined;
    const resolved = point !== undefined && point <= 0x10ffff ? String.fromCodePoint(point) : known[name];
    if (resolved === undefined) throw new BankFileError(`${whole} isn't allowed in a bank file.`, line);
    return resolved;
  });
}

const known: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** The elements at a path below this one: `findAll(entry, "NtryDtls", "TxDtls")`. */
export function findAll(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** The text of the first element at a path that has any. */
export function findText(element: XmlElement, ...path: readonly string[]): string | undefined {
  for (const found of findAll(element, ...path)) {
    const text = found.text.trim();
    if (text) return text;
  }
  return undefined;
}
