import { notFound } from "next/navigation";
import { connection } from "next/server";

/**
 * Every URL without a page. A not-found.tsx beside the root layout would do the same, but its code, the
 * console's whole frame, would be loaded with every page, also with the sign-in.
 */
export default async function UnknownPage(): Promise<never> {
  // In the language of the request.
  await connection();
  notFound();
}
