import type { ReactNode } from 'react';
import { AdminNav } from '../components/navigation/admin-nav.tsx';
import { AdministratorGate } from '../features/mfa/administrator-gate.tsx';
import { RouteGuard } from '../session/route-guard.tsx';
import { WithQueries } from './with-queries.tsx';
import { ADMINISTRATOR_SENTENCES } from '../lib/administrator-sentences.ts';
import { addSentences } from '../lib/error-sentences.ts';

addSentences(ADMINISTRATOR_SENTENCES);

/** The frame of each page of the back office: administrators only, with the links to the other pages. */
export function BackOffice({ children }: { children: ReactNode }) {
  return (
    <WithQueries>
      <RouteGuard allow={['admin']}>
        <AdminNav />
        <AdministratorGate>{children}</AdministratorGate>
      </RouteGuard>
    </WithQueries>
  );
}
