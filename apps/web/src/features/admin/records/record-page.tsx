import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileQuestion } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { Alert } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card, CardTitle } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toastFailure } from '../../../components/ui/toast-store.ts';
import { shortId } from '../../../lib/format.ts';
import { watchRows } from '../../../lib/watch-rows.ts';
import { m } from '../../../paraglide/messages.js';
import { useSession } from '../../../session/session-context.ts';
import { EarlierRecords } from '../earlier-records.tsx';
import { RecordDetails, ShownPaymentDetails } from '../record-details.tsx';
import { usePresence } from '../use-presence.ts';
import { listNames } from '../viewers.ts';
import { DecisionCard } from './decision-card.tsx';
import {
  fetchNeighbours,
  neighboursQuery,
  openRecord,
  recordKey,
  recordQuery,
  type RecordWork,
} from './record-api.ts';
import { RecordChecks } from './record-checks.tsx';
import { kindLabel } from './record-labels.ts';
import { RecordNoteForm } from './record-note-form.tsx';
import { RecordTimeline } from './record-timeline.tsx';
import { ShortcutsButton } from './shortcuts-button.tsx';
import { SEARCH_FIELD_ID } from './use-list-shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { WorkCard } from './work-card.tsx';

/** One order or recharge with everything that a decision needs. */
export function RecordPage() {
  const { user } = useSession();
  const { id = '' } = useParams();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <Loaded
        key={`${user.id} ${id}`}
        adminId={user.id}
        name={user.email ?? m.admin_an_administrator()}
        id={id}
      />
    </div>
  );
}

interface LoadedProps {
  adminId: string;
  name: string;
  id: string;
}

function Loaded({ adminId, name, id }: LoadedProps) {
  const record = useQuery(recordQuery(adminId, id));
  if (record.data === undefined) {
    return (
      <>
        <PageHeader title={m.record_title({ id: shortId(id) })} />
        <Card>
          {record.isError ? (
            <LoadError
              title={m.common_error_fetching_data()}
              what={m.record_the_record()}
              query={record}
            />
          ) : (
            <Skeleton className="h-96 w-full" />
          )}
        </Card>
      </>
    );
  }
  if (record.data === null) {
    return (
      <>
        <PageHeader title={m.record_title({ id: shortId(id) })} />
        <Card>
          <EmptyState
            icon={FileQuestion}
            title={m.record_not_found()}
            description={m.record_not_found_description()}
            action={
              <Button asChild variant="outline">
                <Link to="/admin/records">{m.record_all_records()}</Link>
              </Button>
            }
          />
        </Card>
      </>
    );
  }
  return <Opened adminId={adminId} name={name} record={record.data} />;
}

/** Marks the record as opened, and reads it again after each change of it. */
function useOpenRecord(adminId: string, id: string) {
  const queries = useQueryClient();
  useEffect(() => {
    const queryKey = recordKey(adminId, id);
    const reload = () => queries.invalidateQueries({ queryKey });
    openRecord(id).then(reload, (error: unknown) =>
      toastFailure(m.admin_error_updating_status(), error),
    );
    return watchRows(
      [
        { table: 'records', filter: `id=eq.${id}` },
        { table: 'record_events', filter: `record_id=eq.${id}` },
      ],
      reload,
    );
  }, [queries, adminId, id]);
}

function showLoadError(error: unknown): void {
  toastFailure(m.common_error_fetching_data(), error);
}

function Opened({ adminId, name, record }: Omit<LoadedProps, 'id'> & { record: RecordWork }) {
  const navigate = useNavigate();
  const neighbours = useQuery(neighboursQuery(adminId, record.id));
  const viewers = usePresence(adminId, name, record.id).get(record.id) ?? [];
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useOpenRecord(adminId, record.id);
  const { previousId, nextId } = neighbours.data ?? {};
  const open = (id: string | null | undefined) => {
    if (id) void navigate(`/admin/records/${id}`);
  };
  /** Opens the record before or after this one, and loads the neighbours first if necessary. */
  async function openNeighbour(side: 'previousId' | 'nextId') {
    const { data = await fetchNeighbours(record.id) } = neighbours;
    open(data[side]);
  }
  useShortcuts({
    j: () => void openNeighbour('nextId').catch(showLoadError),
    k: () => void openNeighbour('previousId').catch(showLoadError),
    '/': () => void navigate(`/admin/records#${SEARCH_FIELD_ID}`),
    '?': () => setIsHelpOpen(true),
  });

  /** The oldest record that waits for this administrator now, or the list. */
  async function openNext() {
    // Bypasses the cache, because each decision changes the answer.
    const next = await fetchNeighbours(record.id).catch((): null => null);
    await navigate(next?.nextForMe ? `/admin/records/${next.nextForMe}` : '/admin/records');
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        <PageHeader
          title={m.record_title({ id: shortId(record.id) })}
          description={kindLabel(record.kind)}
        />
        <div className="flex flex-wrap gap-2 pb-6 sm:pb-8">
          <NeighbourButton id={previousId} onOpen={open} shortcut="k">
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
            {m.ui_previous()}
          </NeighbourButton>
          <NeighbourButton id={nextId} onOpen={open} shortcut="j">
            {m.ui_next()}
            <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
          </NeighbourButton>
          <ShortcutsButton isOpen={isHelpOpen} onOpenChange={setIsHelpOpen} />
        </div>
      </div>
      <div role="status" className="pb-6 empty:hidden">
        {viewers.length > 0 && (
          <Alert variant="warning">
            {m.admin_names_also_reviewing({ names: listNames(viewers), count: viewers.length })}
          </Alert>
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card className="flex flex-col gap-6 p-5 sm:p-6">
            <CardTitle>{m.record_event_submitted()}</CardTitle>
            <RecordDetails record={record} isLinked />
            <ShownPaymentDetails record={record} />
            <EarlierRecords adminId={adminId} record={record} />
          </Card>
          <RecordTimeline adminId={adminId} id={record.id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <DecisionCard adminId={adminId} record={record} onDecided={() => void openNext()} />
          <RecordChecks adminId={adminId} id={record.id} />
          <WorkCard adminId={adminId} record={record} />
          <RecordNoteForm adminId={adminId} id={record.id} />
        </div>
      </div>
    </>
  );
}

interface NeighbourButtonProps {
  id: string | null | undefined;
  shortcut: string;
  onOpen: (id: string | null | undefined) => void;
  children: ReactNode;
}

function NeighbourButton({ id, shortcut, onOpen, children }: NeighbourButtonProps) {
  return (
    <Button
      variant="outline"
      size="sm"
      aria-keyshortcuts={shortcut}
      // Not disabled, because a disabled button loses the focus.
      aria-disabled={!id || undefined}
      onClick={() => onOpen(id)}
    >
      {children}
    </Button>
  );
}
