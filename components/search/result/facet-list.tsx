import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { SmallHeading } from "#components/ui/panel/small-heading.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { hasValue, toggleValue } from "#lib/search/edit.ts";
import { fieldRow } from "#lib/search/fields.ts";
import type { Facet } from "#lib/search/found.ts";
import type { Query, Value } from "#lib/search/query.ts";

/** Values to choose from, with how many transactions have them under the other conditions. */
export function FacetList({
  facets,
  isSoFar,
  query,
  onChange,
}: {
  facets: readonly Facet[] | undefined;
  /** Whether the counts may still change by what is being read. */
  isSoFar: boolean;
  query: Query;
  onChange: (query: Query) => void;
}) {
  if (!facets) return <p className="text-13 text-faint">{t("Counting")}</p>;
  return (
    <div className="grid gap-4 text-13">
      {facets.map((facet) => (
        <FacetGroup key={facet.field} facet={facet} isSoFar={isSoFar} query={query} onChange={onChange} />
      ))}
    </div>
  );
}

function FacetGroup({
  facet: { field, values, isCut },
  isSoFar,
  query,
  onChange,
}: {
  facet: Facet;
  isSoFar: boolean;
  query: Query;
  onChange: (query: Query) => void;
}) {
  const { label } = fieldRow(field);
  const shown = values
    .map((choice) => ({ ...choice, chosen: hasValue(query, field, toValue(field, choice.value)) }))
    .filter(({ count, chosen }) => count > 0 || chosen);
  if (shown.length === 0 && !isCut) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take the heading as its legend
    <div role="group" aria-label={label}>
      <SmallHeading>
        {label}
        {isSoFar && <span className="text-faint"> {t("so far")}</span>}
      </SmallHeading>
      {shown.map(({ value, label: name, count, chosen }) => (
        <div key={value} className="flex items-start gap-2">
          <Checkbox
            className="min-w-0 flex-1 wrap-anywhere"
            label={field === "clerk" ? name : translate(name)}
            checked={chosen}
            onChange={() => onChange(toggleValue(query, field, toValue(field, value)))}
          />
          <span className="shrink-0 text-faint">
            {formatCount(count)}
            {isCut && "+"}
          </span>
        </div>
      ))}
      {isCut && <p className="text-12 text-faint">{t("Counted in part: there are too many.")}</p>}
    </div>
  );
}

const toValue = (field: Facet["field"], value: string): Value =>
  fieldRow(field).kind === "words" ? { is: "word", word: value } : { is: "text", text: value, prefix: false };
