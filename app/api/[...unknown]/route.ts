import { t } from "#lib/language/t.ts";
import { refusal } from "#server/route.ts";

/** An address of the API that does not exist: data, where Next would answer with a page. */
const notFound = () => refusal(404, { kind: "refused", message: t("There is nothing at this address.") });

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
