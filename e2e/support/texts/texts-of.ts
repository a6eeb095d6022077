import { parseSync } from "oxc-parser";

export type FoundText = { text: string; line: number };

/** A node of the syntax tree (ESTree), of which only what is asked for here is named. */
type Node = {
  type: string;
  start: number;
  name?: unknown;
  value?: unknown;
  callee?: Node;
  arguments?: Node[];
  elements?: Node[];
  expressions?: Node[];
  quasis?: { value: { cooked: string } }[];
  [field: string]: unknown;
};

/** The texts of a file that go through lib/language/t.ts, and those on the screen that don't. */
export function textsOf(file: string, source: string): { translated: FoundText[]; raw: FoundText[] } {
  const translated: FoundText[] = [];
  const raw: FoundText[] = [];
  const lineOf = ({ start }: Node) => source.slice(0, start).split("\n").length;
  const own = ownNames(source);
  walk(parse(file, source), (node) => {
    if (node.type === "JSXText" && isWords(String(node.value)))
      raw.push({ text: String(node.value).trim(), line: lineOf(node) });
    if (
      node.type === "JSXAttribute" &&
      isShown(nameOf(node.name)) &&
      isLiteral(node.value) &&
      isWords(node.value.value)
    )
      raw.push({ text: node.value.value, line: lineOf(node) });
    if (node.type !== "CallExpression") return;
    const [first, second, third] = node.arguments ?? [];
    const name = nameOf(node.callee);
    if (own.has(name)) for (const text of literalsIn(first)) translated.push({ text, line: lineOf(node) });
    if (name === "countOf" && isLiteral(second)) {
      const several = isLiteral(third) ? third.value : `${second.value}s`;
      translated.push({ text: `#${second.value}|${several}`, line: lineOf(node) });
    }
    if (name === "translated")
      for (const text of tableTexts(first, second)) translated.push({ text, line: lineOf(node) });
  });
  return { translated, raw };
}

/**
 * The texts of a file of the server, with `{1}` for each value in them: those that read like a sentence to a person, and
 * all others. What goes to the log is neither.
 */
export function serverTextsOf(file: string, source: string): { sentences: string[]; others: string[] } {
  const texts = { sentences: [] as string[], others: [] as string[] };
  const add = (text: string) => texts[readsLikeSentence(text) ? "sentences" : "others"].push(text);
  walk(parse(file, source), (node) => {
    if (isLiteral(node)) add(node.value);
    if (node.type !== "TemplateLiteral" || !node.quasis) return;
    const values = node.expressions?.length ?? 0;
    add(node.quasis.map(({ value }, at) => value.cooked + (at < values ? `{${at + 1}}` : "")).join(""));
  });
  return texts;
}

const parse = (file: string, source: string) => parseSync(file, source).program as unknown as Node; // ESTree

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
    return;
  }
  const { type } = node as Node;
  if (typeof type === "string") {
    if (unread.test(type) || isForLog(node as Node) || isCode(node as Node)) return;
    visit(node as Node);
  }
  for (const [field, value] of Object.entries(node))
    if (field !== "start" && field !== "end") walk(value, visit);
}

const isForLog = ({ type, callee }: Node) =>
  (type === "NewExpression" && nameOf(callee) === "Error") ||
  (type === "CallExpression" && nameOf((callee as { object?: unknown }).object) === "log");

/** `<code>`: what a person types into another program. */
const isCode = ({ type, openingElement }: Node) =>
  type === "JSXElement" && nameOf((openingElement as Node).name) === "code";

/** Types, imports, and SQL or other tagged templates. */
const unread = /^(TS(Type|Interface|LiteralType)|Import|TaggedTemplate)/;

/** What this file imports from t.ts and rich-text.tsx: another function may be called `text`. */
function ownNames(source: string): Set<string> {
  const imports = [
    ...source.matchAll(/import \{([^}]*)\} from "[^"]*(?:language|\.)\/(?:t|rich-text)\.tsx?"/g),
  ];
  const rich = [...source.matchAll(/import \{([^}]*)\} from "[^"]*rich-text\.tsx"/g)];
  const names = [...imports, ...rich].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim()),
  );
  return new Set(names.filter((name) => ["t", "text", "tx"].includes(name)));
}

function literalsIn(node: Node | undefined): string[] {
  if (isLiteral(node)) return [node.value];
  if (node?.type !== "ConditionalExpression") return [];
  return [...literalsIn(node.consequent as Node), ...literalsIn(node.alternate as Node)];
}

/** The texts that `translated(fields, table)` translates. */
function tableTexts(fields: Node | undefined, table: Node | undefined): string[] {
  const named = fields?.elements?.map((element) => String(element.value));
  const found: string[] = [];
  const read = (node: unknown, name: string | undefined): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const each of node) read(each, name);
      return;
    }
    const { type } = node as Node;
    if (/Function|^TS/.test(type) && type !== "TSAsExpression" && type !== "TSSatisfiesExpression") return;
    if (type === "Property") {
      const { key, value } = node as { key: Node; value: unknown };
      read(value, nameOf(key) || String(key.value));
      return;
    }
    if (isLiteral(node as Node)) {
      if (!named || (name !== undefined && named.includes(name)))
        found.push((node as Node & { value: string }).value);
      return;
    }
    for (const [field, value] of Object.entries(node)) if (field !== "type") read(value, name);
  };
  read(table, undefined);
  return found.filter(isWords);
}

const isLiteral = (node: unknown): node is Node & { value: string } =>
  (node as Node | undefined)?.type === "Literal" && typeof (node as Node).value === "string";

const nameOf = (node: unknown): string => {
  const { name } = (node ?? {}) as { name?: unknown };
  return typeof name === "string" ? name : name ? nameOf(name) : "";
};

/** Two letters beside each other, entities and values left out. */
const isWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\{\w+\}|&\w+;/g, ""));

/** Attributes whose words a person reads or hears. */
const isShown = (name: string) =>
  /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|description|heading|help|hint|message)$/.test(
    name,
  );

/** Several words that begin with a capital letter or a value, and aren't a phrase of SQL. */
const readsLikeSentence = (text: string) =>
  /^(\p{Lu}|“|\{1\})/u.test(text) &&
  / /.test(text.trim()) &&
  isWords(text) &&
  !/^\{1\} = (case|coalesce)/.test(text);
