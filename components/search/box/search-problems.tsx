import { TextButton } from "#components/ui/button/text-button.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { Problem } from "#lib/search/parse.ts";
import type { Place } from "#lib/search/query.ts";

/** What of a search could not be read, and why. Pressing a piece selects it in the box. */
export function SearchProblems({
  id,
  text,
  problems,
  onShow,
}: {
  id: string;
  text: string;
  problems: readonly Problem[];
  onShow: (place: Place) => void;
}) {
  return (
    <div id={id} role="alert">
      <ul className="text-13 text-declined empty:hidden">
        {onceEach(problems)
          .slice(0, 3)
          .map(({ start, end, reason, isRead }) => (
            <li key={`${start} ${reason}`} className="mt-1.5 flex gap-1.5">
              <Icon name="warning" size={14} className="mt-0.5" />
              <span className="min-w-0 wrap-anywhere">
                {end > start && (
                  <>
                    <TextButton
                      className="min-h-0! whitespace-normal! text-declined! decoration-wavy"
                      onClick={() => onShow({ start, end })}
                    >
                      {shortened(text.slice(start, end))}
                    </TextButton>{" "}
                    {!isRead && <>{t("is left out.")} </>}
                  </>
                )}
                {translate(reason)}
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** A row of brackets has the same reason again and again. */
const onceEach = (problems: readonly Problem[]) =>
  problems.filter(({ reason }, at) => problems.findIndex((other) => other.reason === reason) === at);

const shortened = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
const longestShown = 60;
