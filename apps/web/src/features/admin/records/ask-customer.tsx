import { useState } from 'react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../components/ui/toast-store.ts';
import { m } from '../../../paraglide/messages.js';
import { useRecordActions } from './use-record-actions.ts';

const AskDialog = lazyComponent(() => import('./ask-dialog.tsx'));

/** A button that asks the customer of a pending record for something that is missing. */
export function AskCustomer({ adminId, recordId }: { adminId: string; recordId: string }) {
  const { act, acting } = useRecordActions(adminId, recordId);
  const [isAsking, setIsAsking] = useState(false);

  async function ask(question: string) {
    if (!(await act({ type: 'ask', question }))) return;
    setIsAsking(false);
    toast({ title: m.again_ask_sent(), description: m.again_ask_sent_description() });
  }

  return (
    <>
      <Button
        variant="outline"
        className="self-start"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {m.again_ask_title()}
      </Button>
      <LazyDialog isOpen={isAsking}>
        <AskDialog
          adminId={adminId}
          recordId={recordId}
          isOpen={isAsking}
          isSending={acting === 'ask'}
          onClose={() => setIsAsking(false)}
          onAsk={(question) => void ask(question)}
        />
      </LazyDialog>
    </>
  );
}
