import { StatementsPage } from '../../features/statements/statements-page.tsx';
import { m } from '../../paraglide/messages.js';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';

export const handle: RouteMetadata = {
  title: m.statements_title(),
  description: m.statements_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <StatementsPage />
    </BackOffice>
  );
}
