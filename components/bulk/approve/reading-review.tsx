import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";

/** In place of the review of a file until it is read, and until its own code is. */
export const ReadingReview = () => <Spinner>{t("Reading payouts and fixes")}</Spinner>;
