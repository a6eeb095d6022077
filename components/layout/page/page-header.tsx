import { Fragment, type ReactNode } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t } from "#lib/language/t.ts";
import { SandboxBadge } from "../navigation/brand.tsx";
import { MenuButton } from "../navigation/menu-button.tsx";

/** The header of a page: title, sandbox badge, and content at the right. Sticky on phones. */
export function PageHeader({
  title,
  trail = [],
  sandbox = false,
  beside,
  children,
}: {
  title: string;
  /** The parent pages, outermost first. */
  trail?: readonly { href: string; label: string }[];
  sandbox?: boolean;
  /** Right after the title. */
  beside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="flex min-h-14 items-center gap-4 border-b border-line px-6 max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:gap-2 max-sm:bg-canvas max-sm:px-4 print:hidden">
      <MenuButton />
      <div className="group/title mr-auto flex min-w-0 items-center gap-4 max-sm:gap-2">
        {trail.length === 0 ? (
          <Title>{title}</Title>
        ) : (
          <nav aria-label={t("Breadcrumb")} className="flex min-w-16 shrink items-center gap-1.5 text-16">
            {trail.map((place) => (
              <Fragment key={place.href}>
                <Link
                  href={place.href}
                  className="truncate text-muted no-underline hover:text-ink hover:underline max-sm:hidden"
                >
                  {place.label}
                </Link>
                <Icon name="right" className="text-faint max-sm:hidden" />
              </Fragment>
            ))}
            <Title>{title}</Title>
          </nav>
        )}
        {sandbox && (
          // On a phone there is room for one of the two.
          <span className="inline-flex shrink-0 max-sm:group-has-[select]/title:sr-only">
            <SandboxBadge />
          </span>
        )}
        {beside}
      </div>
      {children}
    </header>
  );
}

function Title({ children }: { children: string }) {
  return (
    <h1 className="min-w-0 text-16 max-sm:line-clamp-2 max-sm:leading-5 max-sm:wrap-anywhere sm:truncate">
      {children}
    </h1>
  );
}
