import { useQuery } from '@tanstack/react-query';
import { TryAgainLink } from '../../components/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { formatAge, formatTimestamp } from '../../lib/format.ts';
import { deletionRequestsQuery } from './api.ts';

/** Who asked for the deletion of their account, and what an administrator does about it. */
export function DeletionRequests({ adminId }: { adminId: string }) {
  const requests = useQuery(deletionRequestsQuery(adminId));
  if (requests.isError && requests.data === undefined) {
    return (
      <Alert variant="warning" role="alert">
        Whether somebody asked for the deletion of their account could not be read.{' '}
        <TryAgainLink onRetry={() => void requests.refetch()} />
      </Alert>
    );
  }
  if (requests.data === undefined || requests.data.totalCount === 0) return null;
  const { rows, totalCount } = requests.data;
  return (
    <Card>
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle className="flex items-center gap-2.5">
          Deletion requests
          <Badge variant="warning">{totalCount}</Badge>
        </CardTitle>
        <CardDescription>
          Check that nothing of theirs waits for verification, then run{' '}
          <code className="font-semibold break-words">npm run account:delete -- &lt;email&gt;</code>{' '}
          on the server. Whoever wants their data first gets it by{' '}
          <code className="font-semibold break-words">npm run account:export -- &lt;email&gt;</code>{' '}
          or from their profile.
        </CardDescription>
      </CardHeader>
      <ul aria-label="Deletion requests" className="divide-y border-t">
        {rows.map(({ id, name, email, requestedAt }) => (
          <li
            key={id}
            className="flex flex-col gap-x-6 gap-y-0.5 px-5 py-3.5 sm:flex-row sm:items-center sm:justify-between sm:px-6"
          >
            <span className="min-w-0">
              <span className="font-semibold break-words">{name ?? '–'}</span>{' '}
              <span className="break-all text-muted-foreground">{email ?? '–'}</span>
            </span>
            <span className="text-sm text-muted-foreground sm:text-right">
              {formatTimestamp(requestedAt)}, {formatAge(requestedAt)}
            </span>
          </li>
        ))}
      </ul>
      {totalCount > rows.length && (
        <p className="border-t px-5 py-3.5 text-sm text-muted-foreground sm:px-6">
          The {rows.length} oldest of {totalCount} are shown.
        </p>
      )}
    </Card>
  );
}
