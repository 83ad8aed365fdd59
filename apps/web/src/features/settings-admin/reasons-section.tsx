import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { LANGUAGES } from '../../lib/languages.ts';
import { m } from '../../paraglide/messages.js';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { REASON_USES } from './reason-labels.ts';
import {
  deleteReason,
  reasonsQuery,
  saveOrder,
  type Reason,
  type ReasonDraft,
} from './reasons-api.ts';

const loadDialog = () => import('./reason-dialog.tsx');
const ReasonDialog = lazyComponent(loadDialog);

/** The templates of reasons, in the order in which administrators see them. */
export function ReasonsSection({ adminId }: { adminId: string }) {
  const queries = useQueryClient();
  const query = reasonsQuery(adminId);
  const reasons = useQuery(query);
  const [edited, setEdited] = useState<ReasonDraft | null>(null);
  const [opens, setOpens] = useState(0);
  const [isEditing, setIsEditing] = useState(false);
  const reload = () => void queries.invalidateQueries({ queryKey: query.queryKey });

  function edit(reason: ReasonDraft) {
    setEdited(reason);
    setOpens(opens + 1);
    setIsEditing(true);
  }

  function add() {
    edit({
      decision: 'manual_payment_rejected',
      name: '',
      texts: {},
      isActive: true,
      position: (reasons.data?.length ?? 0) + 1,
    });
  }

  return (
    <Card id="reasons" className="scroll-mt-20">
      <CardHeader className="gap-4 pb-4 sm:flex-row sm:items-start sm:justify-between sm:pb-5">
        <div className="flex flex-col gap-1">
          <CardTitle>{m.settings_reasons()}</CardTitle>
          <CardDescription>{m.settings_reasons_description()}</CardDescription>
        </div>
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          {...preloadOnIntent(loadDialog)}
          onClick={add}
        >
          <Plus aria-hidden="true" />
          {m.settings_reason_add()}
        </Button>
      </CardHeader>
      {reasons.data === undefined ? (
        reasons.isError ? (
          <LoadError
            title={m.common_error_fetching_data()}
            what={m.settings_the_reasons()}
            query={reasons}
          />
        ) : (
          <Skeleton className="mx-5 mb-5 h-48 sm:mx-6 sm:mb-6" />
        )
      ) : reasons.data.length === 0 ? (
        <EmptyState icon={ListChecks} title={m.settings_no_reasons()} />
      ) : (
        <ReasonList adminId={adminId} reasons={reasons.data} onEdit={edit} onChanged={reload} />
      )}
      {edited && (
        <LazyDialog isOpen={isEditing}>
          <ReasonDialog
            key={opens}
            adminId={adminId}
            reason={edited}
            isOpen={isEditing}
            onClose={() => setIsEditing(false)}
            onSaved={reload}
          />
        </LazyDialog>
      )}
    </Card>
  );
}

interface ReasonListProps {
  adminId: string;
  reasons: readonly Reason[];
  onEdit: (reason: Reason) => void;
  onChanged: () => void;
}

function ReasonList({ adminId, reasons, onEdit, onChanged }: ReasonListProps) {
  const showError = useChangeErrorToast();
  const ordering = useMutation({
    mutationFn: (ordered: readonly Reason[]) => saveOrder(adminId, ordered),
  });

  async function move(index: number, step: 1 | -1) {
    const moved = reasons[index];
    const target = index + step;
    if (ordering.isPending || moved === undefined || target < 0 || target >= reasons.length) return;
    try {
      await ordering.mutateAsync(
        reasons.filter((reason) => reason !== moved).toSpliced(target, 0, moved),
      );
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
    onChanged();
  }

  return (
    <ul aria-label={m.settings_reasons()} className="divide-y border-t">
      {reasons.map((reason, index) => {
        const { id, name, decision, texts, isActive } = reason;
        return (
          <li
            key={id}
            className="flex flex-col gap-3 px-5 py-3.5 sm:flex-row sm:items-center sm:px-6"
          >
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                <bdi className="wrap-anywhere">{name}</bdi>
                <Badge variant="outline">{REASON_USES[decision] ?? decision}</Badge>
                {!isActive && <Badge variant="neutral">{m.settings_reason_off()}</Badge>}
              </p>
              <p className="text-sm text-muted-foreground uppercase">
                {languagesOf(texts).join(' · ')}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="ghost"
                size="icon"
                aria-label={m.settings_reason_move_up({ name })}
                aria-disabled={index === 0 || undefined}
                onClick={() => void move(index, -1)}
              >
                <ChevronUp aria-hidden="true" />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={m.settings_reason_move_down({ name })}
                aria-disabled={index === reasons.length - 1 || undefined}
                onClick={() => void move(index, 1)}
              >
                <ChevronDown aria-hidden="true" />
              </Button>
              <Button
                variant="outline"
                size="sm"
                aria-label={m.settings_reason_edit_name({ name })}
                {...preloadOnIntent(loadDialog)}
                onClick={() => onEdit(reason)}
              >
                {m.common_edit()}
              </Button>
              <RemovalDialog
                label={m.settings_reason_remove_name({ name })}
                question={m.settings_reason_remove_question()}
                consequence={m.settings_reason_remove_consequence()}
                remove={async () => {
                  await deleteReason(adminId, id);
                  return true;
                }}
                removedTitle={m.settings_reason_removed()}
                onRemoved={onChanged}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The languages that have a text, in the order of the language menu. */
function languagesOf(texts: Reason['texts']): string[] {
  return LANGUAGES.map(({ tag }) => tag).filter((tag) => tag in texts);
}
