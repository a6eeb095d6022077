import type { ReactNode } from "react";

/** The shape of each icon on a 16 by 16 grid. States differ by shape, so that they read without colour. */
export const iconShapes = {
  approved: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
      <path d="m5 8.2 2.1 2.1L11 6.1" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  calendar: (
    <>
      <rect x="2.25" y="3.25" width="11.5" height="10.5" rx="1.25" />
      <path d="M2.25 6.5h11.5M5.25 1.75v3M10.75 1.75v3" />
    </>
  ),
  card: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" />
      <path d="M1.75 6.5h12.5M4.5 10h2.5" />
    </>
  ),
  cash: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.25" />
      <circle cx="8" cy="8" r="1.75" />
      <path d="M4.25 8h.01M11.75 8h.01" />
    </>
  ),
  charge: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 5v6M5 8h6" />
    </>
  ),
  check: (
    <>
      <rect x="1.75" y="3.75" width="12.5" height="8.5" rx="1.25" />
      <path d="M4.25 6.75h5M4.25 9.5h3M9.25 9.75c.5-1.1 1-1.1 1.25 0s.75 1 1.25 0" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  close: <path d="m4.25 4.25 7.5 7.5M11.75 4.25l-7.5 7.5" />,
  closed: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M5.5 5.5h5v5h-5z" fill="currentColor" stroke="none" />
    </>
  ),
  columns: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="10.5" rx="1.25" />
      <path d="M6.25 3v10M10 3v10" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M10.5 5.5v-2c0-.55-.45-1-1-1h-6c-.55 0-1 .45-1 1v6c0 .55.45 1 1 1h2" />
    </>
  ),
  declined: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" stroke="none" />
      <path d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  differs: <path d="M3 6h10M3 10h10M10.75 3.25l-5.5 9.5" />,
  doc: (
    <path d="M4 1.75h5.5L13 5.25v8c0 .55-.45 1-1 1H4c-.55 0-1-.45-1-1V2.75c0-.55.45-1 1-1zM9.25 2v3.5h3.5M5.5 8.5h5M5.5 11h3.5" />
  ),
  down: <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
  download: <path d="M8 2.25v8M4.75 7.25 8 10.5 11.25 7.25M2.5 10.5v2c0 .55.45 1 1 1h9c.55 0 1-.45 1-1v-2" />,
  edit: <path d="M10.5 2.75 13.25 5.5 5.5 13.25H2.75V10.5z" />,
  equal: <path d="M3 6h10M3 10h10" />,
  eye: (
    <>
      <path d="M1.5 8S3.8 3.75 8 3.75 14.5 8 14.5 8 12.2 12.25 8 12.25 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  filter: <path d="M2.5 3.5h11L9.5 8.5v4l-3 1.5V8.5z" />,
  flag: <path d="M3.5 14V2.5M3.5 3h8.5l-1.9 3 1.9 3H3.5" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.5V11M8 5.1v.01" />
    </>
  ),
  layers: <path d="M8 2 14 5 8 8 2 5zM2 8l6 3 6-3M2 11l6 3 6-3" />,
  left: <path d="m9.75 4.5-3.5 3.5 3.5 3.5" />,
  list: <path d="M2.5 4h11M2.5 8h11M2.5 12h7" />,
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.75" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  mail: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" />
      <path d="m2.25 4.5 5.75 4.25 5.75-4.25" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  open: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <circle cx="8" cy="8" r="2.25" fill="currentColor" stroke="none" />
    </>
  ),
  out: <path d="M6.5 2.5h-3c-.55 0-1 .45-1 1v9c0 .55.45 1 1 1h3M6.5 8h7M10.5 5l3 3-3 3" />,
  partial: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 8V1.75A6.25 6.25 0 1 1 1.75 8z" fill="currentColor" stroke="none" />
    </>
  ),
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" />,
  pending: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 4.5V8l2.5 1.5" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5.25" r="2.5" />
      <path d="M1.75 13.5c0-2.35 1.9-4 4.25-4s4.25 1.65 4.25 4M10.5 3.05a2.25 2.25 0 0 1 0 4.4M12 9.75c1.45.5 2.25 1.9 2.25 3.75" />
    </>
  ),
  play: <path d="M5 3.25v9.5L12.5 8z" />,
  plus: <path d="M8 3.25v9.5M3.25 8h9.5" />,
  print: (
    <>
      <path d="M4.5 6V2.5h7V6M4.5 11.5h-1c-.83 0-1.5-.67-1.5-1.5V7.5C2 6.67 2.67 6 3.5 6h9c.83 0 1.5.67 1.5 1.5V10c0 .83-.67 1.5-1.5 1.5h-1" />
      <path d="M4.5 9.5h7v4h-7z" />
    </>
  ),
  refund: <path d="M6 3.25 2.5 6.75 6 10.25M2.5 6.75h11v6" />,
  repeat: (
    <path d="M11 1.75 13.5 4.25 11 6.75M13.5 4.25h-8c-1.65 0-3 1.35-3 3v.5M5 14.25l-2.5-2.5L5 9.25M2.5 11.75h8c1.65 0 3-1.35 3-3v-.5" />
  ),
  right: <path d="m6.25 4.5 3.5 3.5-3.5 3.5" />,
  spinner: <path d="M13.75 8A5.75 5.75 0 1 1 8 2.25" />,
  running: (
    <>
      <path d="M13.75 8A5.75 5.75 0 1 1 8 2.25" />
      <path d="M13.75 2.5v3.25H10.5" />
    </>
  ),
  sealed: (
    <>
      <path d="M8 1.5 13.5 3.5v4.25c0 3.1-2.3 5.55-5.5 6.75-3.2-1.2-5.5-3.65-5.5-6.75V3.5z" />
      <path d="m5.5 7.9 1.8 1.8 3.2-3.4" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.25 3.25" />
    </>
  ),
  server: (
    <>
      <rect x="2.25" y="2.5" width="11.5" height="4.5" rx="1" />
      <rect x="2.25" y="9" width="11.5" height="4.5" rx="1" />
      <path d="M4.75 4.75h.01M4.75 11.25h.01" />
    </>
  ),
  sliders: (
    <>
      <path d="M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6" />
      <circle cx="10" cy="4.5" r="1.5" />
      <circle cx="6" cy="11.5" r="1.5" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25v11.5a5.75 5.75 0 0 0 0-11.5z" fill="currentColor" stroke="none" />
    </>
  ),
  tick: <path d="m3.25 8.5 3.1 3.1L12.75 5" />,
  tip: (
    <>
      <circle cx="6.5" cy="9.25" r="4.75" />
      <path d="M6.5 7v4.5M12.75 1.75v4M10.75 3.75h4" />
    </>
  ),
  today: <path d="M2.75 13.25v-4M6.25 13.25V5.5M9.75 13.25v-5.5M13.25 13.25V2.75" />,
  token: (
    <>
      <path d="M14.25 7V4.75c0-.83-.67-1.5-1.5-1.5h-9.5c-.83 0-1.5.67-1.5 1.5v6.5c0 .83.67 1.5 1.5 1.5H7.5M1.75 6.5h12.5" />
      <path d="M10.25 9.25h4v5l-2-1.4-2 1.4z" />
    </>
  ),
  undo: <path d="M5.25 3 2.5 5.75 5.25 8.5M2.5 5.75h7a3.9 3.9 0 0 1 0 7.75H6" />,
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.5" strokeDasharray="2.5 1.58" strokeLinecap="butt" />
      <path d="M6.25 6.4c0-1 .78-1.65 1.75-1.65s1.75.65 1.75 1.55c0 1.2-1.75 1.35-1.75 2.5M8 11.1v.01" />
    </>
  ),
  unlock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.75" rx="1.25" />
      <path d="M5.25 7V4.75A2.75 2.75 0 0 1 10.6 4" />
    </>
  ),
  upload: <path d="M8 10.5v-8M4.75 5.5 8 2.25 11.25 5.5M2.5 10.5v2c0 .55.45 1 1 1h9c.55 0 1-.45 1-1v-2" />,
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.75" />
      <path d="M2.75 13.75c0-2.6 2.35-4.25 5.25-4.25s5.25 1.65 5.25 4.25" />
    </>
  ),
  void: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m3.8 12.2 8.4-8.4" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2 14.75 13.75H1.25z" fill="currentColor" />
      <path d="M8 6.25V9.5M8 11.6v.01" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  webhook: <path d="M10 2.5h2.5c.55 0 1 .45 1 1v9c0 .55-.45 1-1 1H10M2.5 8h7M6.75 5l3 3-3 3" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof iconShapes;
