import { Kbd } from "#components/ui/kbd.tsx";
import { t } from "#lib/language/t.ts";

/** The keys of a page in a row below it. Not shown on phones. */
export function KeyRow({ items }: { items: readonly { keys: string; does: string }[] }) {
  return (
    <ul
      aria-label={t("Keyboard")}
      className="flex flex-wrap gap-x-4 gap-y-2 text-12 leading-[18px] text-faint max-sm:hidden print:hidden"
    >
      {items.map(({ keys, does }) => (
        <li key={keys} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Kbd spoken>{keys}</Kbd>
          {does}
        </li>
      ))}
    </ul>
  );
}
