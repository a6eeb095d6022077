import { notFound } from "next/navigation";

/**
 * Every address that no other page has. A not-found.tsx beside the root layout would do the same, but its code, the
 * console's whole frame, would be loaded with every page, also with the sign-in.
 */
export default function UnknownPage(): never {
  notFound();
}
