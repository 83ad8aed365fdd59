import { RichText } from '../../components/data/rich-text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { formatAge, formatTimestamp } from '../../lib/format.ts';
import { deletionRequestsQuery, type DeletionRequest } from './api.ts';
import { PendingUpdatesNotice } from './pending-updates-notice.tsx';
import { countUpdates, describeUpdates } from './pending-updates.ts';
import type { Page } from './page.ts';
import { useFrozenPage } from './use-frozen-page.ts';
import { m } from '../../paraglide/messages.js';

const DELETE_COMMAND = 'npm run account:delete -- <email>';
const EXPORT_COMMAND = 'npm run account:export -- <email>';

const NOTHING: Page<DeletionRequest> = { rows: [], totalCount: 0 };
const NO_VIEWERS: ReadonlySet<string> = new Set();

/**
 * The deletion requests, and how an administrator fulfils them. The card is shown without requests, too, so
 * that a new request moves nothing.
 */
export function DeletionRequests({ adminId }: { adminId: string }) {
  const requests = useQuery(deletionRequestsQuery(adminId));
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, showLatest } = useFrozenPage(requests, { page: 1, headingRef: heading });
  if (requests.isError && requests.data === undefined) {
    return (
      <Alert variant="warning" role="alert">
        {m.admin_we_couldnt_load_deletion_requests()}{' '}
        <TryAgainLink onRetry={() => void requests.refetch()} />
      </Alert>
    );
  }
  const latest = requests.data ?? NOTHING;
  const { rows, totalCount } = shown ?? NOTHING;
  const settled = new Set(
    rows.map(({ id }) => id).filter((id) => latest.rows.every((row) => row.id !== id)),
  );
  const news = describeUpdates(
    countUpdates({
      waiting: latest.totalCount,
      shown: totalCount,
      decidedIds: [...settled],
      reviewedHere: NO_VIEWERS,
    }),
    'request',
  );

  return (
    <Card>
      <CardHeader className={rows.length > 0 ? 'pb-4 sm:pb-5' : 'pb-5 sm:pb-6'}>
        <CardTitle ref={heading} tabIndex={-1} className="flex items-center gap-2.5 outline-none">
          {m.admin_deletion_requests()}
          {latest.totalCount > 0 && <Badge variant="warning">{latest.totalCount}</Badge>}
        </CardTitle>
        <PendingUpdatesNotice news={news} onShow={showLatest}>
          {shown?.totalCount === 0
            ? m.admin_no_deletion_requests()
            : m.admin_people_who_asked_us_to_delete_their()}
        </PendingUpdatesNotice>
        {totalCount > 0 && (
          <CardDescription>
            <RichText
              message={m.admin_how_to_delete_an_account}
              parts={{
                deleteCommand: <Command>{DELETE_COMMAND}</Command>,
                exportCommand: <Command>{EXPORT_COMMAND}</Command>,
              }}
            />
          </CardDescription>
        )}
      </CardHeader>
      {rows.length > 0 && <Requests rows={rows} settled={settled} />}
      {totalCount > rows.length && (
        <p className="border-t px-5 py-3.5 text-sm text-muted-foreground sm:px-6">
          {m.admin_showing_the_count_oldest_of_total({ count: rows.length, total: totalCount })}
        </p>
      )}
    </Card>
  );
}

interface RequestsProps {
  rows: readonly DeletionRequest[];
  /** Requests that were cancelled or fulfilled since. */
  settled: ReadonlySet<string>;
}

function Requests({ rows, settled }: RequestsProps) {
  return (
    <ul aria-label={m.admin_deletion_requests()} className="divide-y border-t">
      {rows.map(({ id, userId, name, email, requestedAt }) => (
        <li
          key={id}
          className="flex flex-col gap-x-6 gap-y-0.5 px-5 py-3.5 sm:flex-row sm:items-center sm:justify-between sm:px-6"
        >
          <span className="min-w-0">
            <Link
              to={`/admin/users/${userId}`}
              className="font-semibold text-link underline-offset-4 hover:underline"
            >
              <bdi className="break-words">{name ?? m.admin_a_customer()}</bdi>
            </Link>{' '}
            <bdi className="break-all text-muted-foreground">{email ?? '–'}</bdi>
          </span>
          <span className="text-sm text-muted-foreground sm:text-end">
            {settled.has(id) ? (
              <span className="font-semibold">{m.admin_cancelled_or_carried_out()}</span>
            ) : (
              m.admin_time_and_age({
                time: formatTimestamp(requestedAt),
                age: formatAge(requestedAt),
              })
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Command({ children }: { children: string }) {
  return <code className="font-semibold break-words">{children}</code>;
}
