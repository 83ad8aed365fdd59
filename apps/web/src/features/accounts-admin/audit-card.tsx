import { useInfiniteQuery } from '@tanstack/react-query';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { accountAuditQuery, type AuditEntry } from './account-audit-api.ts';
import { changedFields, describeEntry, reasonOf } from './audit-texts.ts';

/** Who changed the account, and when. */
export function AuditCard({ adminId, id }: { adminId: string; id: string }) {
  const audit = useInfiniteQuery(accountAuditQuery(adminId, id));
  const entries = audit.data?.pages.flat();
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.account_admin_audit()}</CardTitle>
        <CardDescription>{m.account_admin_audit_description()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col items-start gap-5">
        {entries === undefined ? (
          audit.isError ? (
            <p role="alert">
              {m.admin_we_couldnt_load_them()} <TryAgainLink onRetry={() => void audit.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-24 w-full" />
          )
        ) : entries.length === 0 ? (
          <p className="text-muted-foreground">{m.account_admin_no_changes()}</p>
        ) : (
          <ol aria-label={m.account_admin_audit()} className="flex w-full flex-col">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {audit.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            busy={audit.isFetchingNextPage}
            onClick={() => void audit.fetchNextPage()}
          >
            {m.account_admin_show_more_changes()}
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const reason = reasonOf(entry);
  return (
    <li className="relative flex flex-col gap-1 border-s-2 ps-5 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute start-[-0.4375rem] top-1.5 size-3 rounded-full border-2 bg-card"
      />
      <p className="wrap-anywhere">
        <span className="font-semibold">{describeEntry(entry)}</span>
        {entry.actorEmail !== null && (
          <>
            {' '}
            <bdi className="text-muted-foreground">{entry.actorEmail}</bdi>
          </>
        )}
      </p>
      {changedFields(entry).map(({ name, before, after }) => (
        <p key={name} className="text-sm wrap-anywhere">
          {m.account_admin_changed_field({ field: name, before, after })}
        </p>
      ))}
      {reason !== null && (
        <p className="rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">{reason}</p>
      )}
      <time dateTime={entry.recordedAt} className="text-sm text-muted-foreground">
        {formatTimestamp(entry.recordedAt)}
      </time>
    </li>
  );
}
