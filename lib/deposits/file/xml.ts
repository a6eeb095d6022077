import { t } from "#lib/language/t.ts";
import { BankFileError, lineCounter } from "./bank-file.ts";
import { shownText } from "./bank-line.ts";

/**
 * A small XML reader for files from outside: elements, text and attributes, in time linear to the file. Document types,
 * entities other than the five of XML itself and characters that XML forbids are refused, so that no file can name another
 * file or grow while it is read. Throws a BankFileError.
 */

export type XmlElement = {
  /** Without its prefix. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
  /** Where it begins, counted from 1. */
  line: number;
};

const DEEPEST = 40;
/** Longer tags are refused before they are looked at. */
const LONGEST_TAG = 4000;

const makeElement = (name: string, line: number, attributes = new Map<string, string>()): XmlElement => ({
  name,
  attributes,
  children: [],
  text: "",
  line,
});

export function readXml(text: string): XmlElement {
  const root = makeElement("", 1);
  const open: XmlElement[] = [root];
  const lineAt = lineCounter(text);
  const forbidden = text.search(FORBIDDEN);
  if (forbidden !== -1)
    throw new BankFileError(t("The file has a character that XML forbids."), lineCounter(text)(forbidden));
  let at = 0;
  const findEnd = (end: string, what: string) => {
    const place = text.indexOf(end, at);
    if (place === -1)
      throw new BankFileError(t("The {what} has no end. Export the file again.", { what }), lineAt(at));
    return place;
  };
  while (at < text.length) {
    const top = open.at(-1) ?? root;
    if (text[at] !== "<") {
      const next = text.indexOf("<", at);
      const end = next === -1 ? text.length : next;
      top.text += resolve(text.slice(at, end), lineAt(at));
      at = end;
    } else if (text.startsWith("<!--", at)) at = findEnd("-->", "comment") + 3;
    else if (text.startsWith("<?", at)) at = findEnd("?>", "instruction") + 2;
    else if (text.startsWith("<![CDATA[", at)) {
      const end = findEnd("]]>", "text");
      top.text += text.slice(at + 9, end);
      at = end + 3;
    } else if (text.startsWith("<!", at))
      throw new BankFileError(t("The file has a document type, which bank files don't need."), lineAt(at));
    else {
      const end = findEnd(">", "tag");
      if (end - at > LONGEST_TAG) throw new BankFileError(t("A tag is too long."), lineAt(at));
      takeTag(text.slice(at + 1, end), open, lineAt(at));
      at = end + 1;
    }
  }
  const unclosed = open.at(-1);
  if (open.length > 1 && unclosed)
    throw new BankFileError(
      t("<{tag}> is never closed: the file is cut off.", { tag: shownText(unclosed.name, 40) }),
      unclosed.line,
    );
  const [document] = root.children;
  if (!document) throw new BankFileError(t("The file is empty."));
  return document;
}

/** Outside of the characters of XML 1.0, section 2.2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

function takeTag(tag: string, open: XmlElement[], line: number): void {
  const closing = /^\/\s*([\w.:-]+)\s*$/.exec(tag)?.[1];
  if (closing !== undefined) {
    const closed = open.at(-1);
    if (open.length < 2 || closed?.name !== localName(closing))
      throw new BankFileError(
        t("</{tag}> closes nothing that is open.", { tag: shownText(closing, 40) }),
        line,
      );
    open.pop();
    return;
  }
  const isEmpty = tag.endsWith("/");
  const inside = isEmpty ? tag.slice(0, -1) : tag;
  const name = /^[\w.:-]+(?=\s|$)/.exec(inside)?.[0];
  const attributes = name === undefined ? undefined : readAttributes(inside.slice(name.length), line);
  if (name === undefined || !attributes)
    throw new BankFileError(t("<{tag}> isn't a tag.", { tag: shownText(tag, 20) }), line);
  const element = makeElement(localName(name), line, attributes);
  open.at(-1)?.children.push(element);
  if (isEmpty) return;
  if (open.length > DEEPEST) throw new BankFileError(t("The elements are nested too deeply."), line);
  open.push(element);
}

/** Undefined for anything but attributes. */
function readAttributes(text: string, line: number): Map<string, string> | undefined {
  const found = new Map<string, string>();
  const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  const end = text.trimEnd().length;
  while (attribute.lastIndex < end) {
    const match = attribute.exec(text);
    if (!match) return undefined;
    found.set(match[1] ?? "", resolve(match[2] ?? match[3] ?? "", line));
  }
  return found;
}

function resolve(text: string, line: number): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&\s]*);?/g, (whole, name: string) => {
    const resolved = fromCode(name) ?? entities.get(name);
    if (resolved === undefined)
      throw new BankFileError(
        t("{entity} isn't allowed in a bank file.", { entity: shownText(whole, 20) }),
        line,
      );
    return resolved;
  });
}

/** The character of a numeric entity: "#38", "#x26". Undefined for other names and for what XML forbids. */
export function fromCode(name: string): string | undefined {
  const code = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (!code) return undefined;
  const point = Number.parseInt(code[1] ?? code[2] ?? "", code[1] ? 16 : 10);
  const text = point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
  return text === undefined || FORBIDDEN.test(text) ? undefined : text;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

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
