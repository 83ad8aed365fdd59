import { useQuery } from '@tanstack/react-query';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { AccountNoteForm } from './account-note-form.tsx';
import { notesQuery } from './notes-api.ts';

/** What administrators noted about the customer, newest first. The customer never reads it. */
export function NotesCard({ adminId, id }: { adminId: string; id: string }) {
  const notes = useQuery(notesQuery(adminId, id));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.account_admin_notes()}</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <AccountNoteForm adminId={adminId} id={id} />
        {notes.data === undefined ? (
          notes.isError ? (
            <p role="alert">
              {m.admin_we_couldnt_load_them()} <TryAgainLink onRetry={() => void notes.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-16 w-full" />
          )
        ) : (
          notes.data.length > 0 && (
            <ul aria-label={m.account_admin_notes()} className="flex flex-col gap-4">
              {notes.data.map(({ id: noteId, body, authorEmail, writtenAt }) => (
                <li key={noteId} className="flex flex-col gap-1">
                  <p className="rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">
                    <bdi>{body}</bdi>
                  </p>
                  <p className="text-sm wrap-anywhere text-muted-foreground">
                    {authorEmail !== null && (
                      <>
                        <bdi>{authorEmail}</bdi>{' '}
                      </>
                    )}
                    <time dateTime={writtenAt} className="whitespace-nowrap">
                      {formatTimestamp(writtenAt)}
                    </time>
                  </p>
                </li>
              ))}
            </ul>
          )
        )}
      </CardContent>
    </Card>
  );
}
