import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../components/loading/chunk-error-alert.tsx';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { useSearchParamState } from '../lib/use-search-param-state.ts';
import { useSession } from '../session/session-context.ts';
import type { RecordAgain } from './api.ts';
import type { RecordKind } from './record-kinds.ts';

// Only customers who come from a mail need it.
const AgainNotice = lazyComponent(() => import('./again-notice.tsx'));

interface AgainProps {
  kind: RecordKind;
  /** Called with a record that the customer can submit again. */
  onFound: (record: RecordAgain) => void;
}

/** Above a form that a mail opened with `?again=<record id>`: what was asked. Without the parameter nothing. */
export function Again({ kind, onFound }: AgainProps) {
  const { user } = useSession();
  const id = useSearchParamState().read('again');
  if (id === '') return null;
  return (
    <ChunkBoundary loading={<Skeleton className="h-32" />} fallback={<ChunkErrorAlert />}>
      <AgainNotice
        key={`${user?.id ?? ''} ${id}`}
        userId={user?.id ?? null}
        kind={kind}
        id={id}
        onFound={onFound}
      />
    </ChunkBoundary>
  );
}
