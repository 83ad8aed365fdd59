import { useQuery } from '@tanstack/react-query';
import { TryAgainLink } from '../../../components/loading/try-again-link.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { administratorsQuery } from '../../../lib/administrators.ts';
import { m } from '../../../paraglide/messages.js';
import { describeEvent, technicalReason } from './event-texts.ts';
import { notesQuery, timelineQuery, type RecordEvent, type RecordNote } from './record-api.ts';

/** Everything that happened to a record, newest first, with the internal notes in their place. */
export function RecordTimeline({ adminId, id }: { adminId: string; id: string }) {
  const timeline = useQuery(timelineQuery(adminId, id));
  const notes = useQuery(notesQuery(adminId, id));
  const administrators = useQuery(administratorsQuery(adminId));
  const notesById = new Map(notes.data?.map((note) => [note.id, note]));
  const emails = new Map(administrators.data?.map(({ id: person, email }) => [person, email]));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.record_timeline()}</CardTitle>
      </CardHeader>
      <CardContent>
        {timeline.data === undefined ? (
          timeline.isError ? (
            <p role="alert">
              {m.admin_we_couldnt_load_them()}{' '}
              <TryAgainLink onRetry={() => void timeline.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-24 w-full" />
          )
        ) : (
          <ol className="flex flex-col">
            {timeline.data.toReversed().map((event) => (
              <EventItem
                key={event.id}
                event={event}
                note={notesById.get(String(event.values.note_id))}
                emails={emails}
              />
            ))}
          </ol>
        )}
      </CardContent>
    </Card>
  );
}

interface EventItemProps {
  event: RecordEvent;
  note: RecordNote | undefined;
  emails: ReadonlyMap<string, string>;
}

function EventItem({ event, note, emails }: EventItemProps) {
  const mentioned = note?.mentions.map((id) => emails.get(id) ?? id) ?? [];
  const reason = technicalReason(event);
  const words = note?.body ?? customerText(event);
  return (
    <li className="relative flex flex-col gap-1 border-s-2 ps-5 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute start-[-0.4375rem] top-1.5 size-3 rounded-full border-2 bg-card"
      />
      <p className="wrap-anywhere">
        <span className="font-semibold">{describeEvent(event, emails)}</span>
        {event.actor !== null && (
          <>
            {' '}
            <bdi className="text-muted-foreground">{event.actor}</bdi>
          </>
        )}
      </p>
      {words !== null && (
        <p className="rounded-lg bg-muted px-4 py-3 break-words whitespace-pre-line">{words}</p>
      )}
      {mentioned.length > 0 && (
        <p className="text-sm text-muted-foreground">
          {m.record_mentions({ names: mentioned.join(', ') })}
        </p>
      )}
      {reason !== null && (
        <p className="text-sm text-muted-foreground">
          <bdi lang="en">{reason}</bdi>
        </p>
      )}
      <time dateTime={event.at} className="text-sm text-muted-foreground">
        {formatTimestamp(event.at)}
      </time>
    </li>
  );
}

/** The reason of a decision or of a hold. */
function customerText({ values }: RecordEvent): string | null {
  const words = values.notes ?? values.reason;
  return typeof words === 'string' && words !== '' ? words : null;
}
