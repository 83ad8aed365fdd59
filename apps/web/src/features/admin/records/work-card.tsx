import { PENDING_STATUS } from '@beaconpay/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Alert, AlertDescription, AlertTitle } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import { Label } from '../../../components/ui/label.tsx';
import { NativeSelect } from '../../../components/ui/native-select.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { administratorsQuery } from '../../../lib/administrators.ts';
import { m } from '../../../paraglide/messages.js';
import { AskCustomer } from './ask-customer.tsx';
import { type RecordWork } from './record-api.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

const HoldDialog = lazyComponent(() => import('./hold-dialog.tsx'));

interface WorkCardProps {
  adminId: string;
  record: RecordWork;
}

/** Which administrator has the record, and whether it is on hold. */
export function WorkCard({ adminId, record }: WorkCardProps) {
  const administrators = useQuery(administratorsQuery(adminId));
  const { act, acting } = useRecordActions(adminId, record.id);
  const [isHolding, setIsHolding] = useState(false);
  const isPending = record.status === PENDING_STATUS;
  useShortcuts(isPending ? { h: () => setIsHolding(true) } : {});
  if (!isPending) return null;

  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.record_work()}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <div className="flex flex-col gap-2">
          <Label htmlFor="record-assignee">{m.records_assignee()}</Label>
          <NativeSelect
            id="record-assignee"
            value={record.assignedTo ?? ''}
            disabled={acting !== null}
            onChange={({ target: { value } }) =>
              void act(
                value === '' ? { type: 'unassign' } : { type: 'assign', administratorId: value },
              )
            }
          >
            <option value="">{m.records_unassigned()}</option>
            {administrators.data
              ?.filter(({ id }) => id !== record.customerId)
              .map(({ id, email }) => (
                <option key={id} value={id}>
                  {id === adminId ? m.record_assigned_to_you({ email }) : email}
                </option>
              ))}
          </NativeSelect>
        </div>
        {record.isHeld ? (
          <>
            <Alert>
              <AlertTitle>
                {m.records_held_until({ time: formatTimestamp(record.heldUntil) })}
              </AlertTitle>
              <AlertDescription>
                <bdi>{record.holdReason}</bdi>
              </AlertDescription>
            </Alert>
            <Button
              variant="outline"
              className="self-start"
              busy={acting === 'release'}
              onClick={() => void act({ type: 'release' })}
            >
              {m.record_release()}
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            className="self-start"
            aria-haspopup="dialog"
            aria-keyshortcuts="h"
            onClick={() => setIsHolding(true)}
          >
            {m.record_hold_title()}
          </Button>
        )}
        {record.customerId !== adminId && <AskCustomer adminId={adminId} recordId={record.id} />}
      </CardContent>
      <LazyDialog isOpen={isHolding}>
        <HoldDialog
          isOpen={isHolding}
          isSaving={acting === 'hold'}
          onClose={() => setIsHolding(false)}
          onHold={(hold) => {
            void act({ type: 'hold', ...hold }).then((isDone) => {
              if (isDone) setIsHolding(false);
            });
          }}
        />
      </LazyDialog>
    </Card>
  );
}
