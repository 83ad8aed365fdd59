import type { RecordStatus } from '@beaconpay/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { TryAgainLink } from '../components/loading/try-again-link.tsx';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { Button } from '../components/ui/button.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { shortId } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { useAuthDialogs } from '../session/auth-dialogs.tsx';
import type { RecordAgain } from './api.ts';
import type { RecordKind } from './record-kinds.ts';

interface AgainNoticeProps {
  /** Null for a visitor. */
  userId: string | null;
  kind: RecordKind;
  id: string;
  onFound: (record: RecordAgain) => void;
}

/** What an administrator asked about an earlier record, above the form with its values. */
export default function AgainNotice({ userId, ...props }: AgainNoticeProps) {
  const { openLogIn } = useAuthDialogs();
  if (userId !== null) return <Loaded userId={userId} {...props} />;
  return (
    <Alert>
      <AlertTitle>{m.again_title()}</AlertTitle>
      <AlertDescription>{m.again_log_in()}</AlertDescription>
      <Button variant="outline" size="sm" className="mt-3" onClick={openLogIn}>
        {m.common_log_in()}
      </Button>
    </Alert>
  );
}

type Reading =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'known'; record: RecordAgain | null };

function Loaded({ userId, kind, id, onFound }: AgainNoticeProps & { userId: string }) {
  const [reading, setReading] = useState<Reading>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const fill = useEffectEvent((record: RecordAgain | null) => {
    setReading({ state: 'known', record });
    if (record !== null && isOpen(record)) onFound(record);
  });

  useEffect(() => {
    let isCurrent = true;
    readRecord(userId, kind, id).then(
      (record) => isCurrent && fill(record),
      () => isCurrent && setReading({ state: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [userId, kind, id, attempt]);

  if (reading.state === 'loading') return <Skeleton className="h-32" />;
  if (reading.state === 'failed') {
    return (
      <Alert variant="destructive" role="alert">
        {m.again_load_failed()}{' '}
        <TryAgainLink
          onRetry={() => {
            setReading({ state: 'loading' });
            setAttempt(attempt + 1);
          }}
        />
      </Alert>
    );
  }
  const { record } = reading;
  if (record === null) return <Alert variant="warning">{m.again_not_found()}</Alert>;
  if (!isOpen(record)) {
    return <Alert variant="success">{m.again_nothing_to_do({ id: shortId(id) })}</Alert>;
  }
  return (
    <Alert role="status">
      <AlertTitle>{m.again_title()}</AlertTitle>
      <AlertDescription>
        {record.asked !== null && (
          <blockquote className="my-2 border-s-2 ps-3 wrap-anywhere whitespace-pre-line">
            <bdi>{record.asked}</bdi>
          </blockquote>
        )}
        <p>{m.again_filled_in({ id: shortId(id) })}</p>
      </AlertDescription>
    </Alert>
  );
}

const OPEN_STATUSES: readonly string[] = [
  'pending_manual_verification',
  'manual_payment_rejected',
] satisfies RecordStatus[];

function isOpen({ status }: RecordAgain): boolean {
  return OPEN_STATUSES.includes(status);
}

async function readRecord(userId: string, kind: RecordKind, id: string) {
  const { fetchRecordAgain } = await import('./api.ts');
  return fetchRecordAgain(userId, kind, id);
}
