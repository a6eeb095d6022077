import { currentLanguage } from "#lib/language/t.ts";

/** "a and b", "a or b", in the language of the page. In English `separator` is before all but the last. */
export function listOf(
  items: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
  separator: string = words[type],
): string {
  const language = currentLanguage();
  if (language !== "en") return new Intl.ListFormat(language, { type }).format(items);
  return items.length > 1
    ? `${items.slice(0, -1).join(separator)}${words[type]}${items.at(-1)}`
    : (items[0] ?? "");
}

const words = { conjunction: " and ", disjunction: " or " } as const;
