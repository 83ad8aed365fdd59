import { RecordPage } from '../../features/admin/records/record-page.tsx';
import { BackOffice } from '../back-office.tsx';
import type { RouteMetadata } from '../route-metadata.ts';
import { m } from '../../paraglide/messages.js';

export const handle: RouteMetadata = {
  title: m.records_record(),
  description: m.record_page_description(),
  isPrivate: true,
};

export function Component() {
  return (
    <BackOffice>
      <RecordPage />
    </BackOffice>
  );
}
