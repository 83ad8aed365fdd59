import { AuditPage } from '../../features/audit/audit-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.audit_title(),
  description: m.audit_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <AuditPage />
    </BackOffice>
  );
}
