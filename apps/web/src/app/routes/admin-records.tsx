import { RecordsPage } from '../../features/admin/records/records-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.records_title(),
  description: m.records_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <RecordsPage />
    </BackOffice>
  );
}
