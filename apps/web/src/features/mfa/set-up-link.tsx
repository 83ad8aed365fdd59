import type { ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';

/** Leads to where the second step is set up. */
export function SetUpLink({ children }: { children: ReactNode }) {
  return (
    <Link
      to="/personal?tab=password"
      className="font-semibold text-link underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
