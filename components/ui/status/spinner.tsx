import { Icon } from "../icon/icon.tsx";

/** A turning arc beside what is happening. */
export function Spinner({ children, size = 16 }: { children: React.ReactNode; size?: 16 | 20 | 24 }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted">
      <Icon name="spinner" size={size} className="animate-spin text-accent" />
      {children}
    </span>
  );
}
