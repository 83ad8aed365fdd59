import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../components/ui/button.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { customerKey, exportCustomer } from './customer-api.ts';

/** Downloads everything that is stored about the customer, as the customer's own export does. */
export function ExportButton({ adminId, id }: { adminId: string; id: string }) {
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const exporting = useMutation({ mutationFn: () => exportCustomer(adminId, id) });

  async function download() {
    try {
      const data = await exporting.mutateAsync();
      const day = new Date().toISOString().slice(0, 10);
      saveAsFile(
        `beaconpay-customer-${id.slice(0, 8)}-${day}.json`,
        [JSON.stringify(data, null, 2)],
        'application/json',
      );
      toast({
        title: m.account_admin_did_export(),
        description: m.account_admin_export_is_logged(),
      });
      // The export is an entry of the audit log.
      await queries.invalidateQueries({ queryKey: customerKey(adminId, id) });
    } catch (error) {
      showError(m.account_admin_failed(), error);
    }
  }

  return (
    <Button variant="outline" busy={exporting.isPending} onClick={() => void download()}>
      {!exporting.isPending && <Download aria-hidden="true" />}
      {m.account_admin_export()}
    </Button>
  );
}
