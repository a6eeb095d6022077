"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/form/select.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { t, translated } from "#lib/language/t.ts";
import type { FileFormat } from "./worker/worker-messages.ts";

/** The chosen file: its name, what is known of it, and the way to another one. */
export function FileHead({
  name,
  facts,
  onPick,
  children,
}: {
  name: string;
  facts: string;
  /** Undefined while the file must stay. */
  onPick: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-6 sm:py-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-md border border-line bg-sunken text-muted">
        <Icon name="doc" size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-13 text-muted">{facts}</p>
      </div>
      {children}
      {onPick && (
        <Button size="s" kbd="O" className="max-sm:w-full" onClick={onPick}>
          {t("Choose another file")}
        </Button>
      )}
    </div>
  );
}

const encodingLabels = translated("*", {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "Western (Windows-1252)",
} as const satisfies Record<FileFormat["encoding"], string>);

const separatorLabels = translated("*", {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Bar",
} as const satisfies Record<FileFormat["separator"], string>);

/** How the file is read, as detected; another choice reads it again. */
export function FormatChoice({
  format: { encoding, separator },
  onChange,
  children,
}: {
  format: FileFormat;
  onChange: (format: FileFormat) => void;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-13 text-muted sm:px-6">
      <span className="flex items-center gap-2">
        <span aria-hidden="true">{t("Encoding")}</span>
        <Select
          aria-label={t("Encoding")}
          value={encoding}
          className="text-13"
          onChange={({ target }) =>
            // The options are these very names.
            onChange({ separator, encoding: target.value as FileFormat["encoding"] })
          }
        >
          {Object.entries(encodingLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden="true">{t("Separator")}</span>
        <Select
          aria-label={t("Separator")}
          value={separator}
          className="text-13"
          // The options are these very signs.
          onChange={({ target }) =>
            onChange({ encoding, separator: target.value as FileFormat["separator"] })
          }
        >
          {Object.entries(separatorLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
      {children}
    </div>
  );
}
