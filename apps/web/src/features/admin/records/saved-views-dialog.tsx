import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { RemovalDialog } from '../../../components/confirmation/removal-dialog.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { toast } from '../../../components/ui/toast-store.ts';
import { useFormRules } from '../../../components/ui/use-form-rules.ts';
import { useSearchParamState } from '../../../lib/use-search-param-state.ts';
import { m } from '../../../paraglide/messages.js';
import { useChangeErrorToast } from '../../../session/require-session.ts';
import { fromDatabaseFilter, type RecordFilter } from './record-filter.ts';
import { deleteView, saveView, savedViewsQuery, type SavedView } from './records-api.ts';
import { VIEW_NAME_MAX_LENGTH } from './limits.ts';
import type { SavedViewValues } from './saved-view.schema.ts';

const loadSchema = () =>
  import('./saved-view.schema.ts').then(({ savedViewSchema }) => savedViewSchema);

interface SavedViewsDialogProps {
  adminId: string;
  filter: RecordFilter;
  isOpen: boolean;
  onClose: () => void;
}

/** Opens, saves and removes searches. */
export default function SavedViewsDialog({
  adminId,
  filter,
  isOpen,
  onClose,
}: SavedViewsDialogProps) {
  const queryClient = useQueryClient();
  const query = savedViewsQuery(adminId);
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  return (
    <Dialog
      title={m.records_saved_views()}
      description={m.records_saved_views_description()}
      isOpen={isOpen}
      onClose={onClose}
    >
      <SaveForm adminId={adminId} filter={filter} onSaved={reload} onClose={onClose}>
        <ViewList adminId={adminId} onClose={onClose} onChanged={reload} />
      </SaveForm>
    </Dialog>
  );
}

interface ViewListProps {
  adminId: string;
  onClose: () => void;
  onChanged: () => Promise<void>;
}

function ViewList({ adminId, onClose, onChanged }: ViewListProps) {
  const views = useQuery(savedViewsQuery(adminId));
  if (views.data === undefined) {
    return views.isError ? (
      <LoadError
        title={m.common_error_fetching_data()}
        what={m.records_the_saved_views()}
        query={views}
      />
    ) : (
      <Skeleton className="h-11 w-full" />
    );
  }
  if (views.data.length === 0) {
    return <p className="text-muted-foreground">{m.records_no_saved_views()}</p>;
  }
  return (
    <ul className="flex flex-col divide-y rounded-lg border">
      {views.data.map((view) => (
        <ViewItem
          key={view.id}
          adminId={adminId}
          view={view}
          onClose={onClose}
          onChanged={onChanged}
        />
      ))}
    </ul>
  );
}

function ViewItem({ adminId, view, onClose, onChanged }: ViewListProps & { view: SavedView }) {
  const { write } = useSearchParamState();
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <Button
        variant="link"
        className="me-auto h-auto min-h-11 max-w-full min-w-0 px-0 py-2 text-start sm:h-auto"
        onClick={() => {
          onClose();
          write(fromDatabaseFilter(view.filter));
        }}
      >
        <bdi className="wrap-anywhere whitespace-normal">{view.name}</bdi>
      </Button>
      {view.isShared && <Badge>{m.records_shared()}</Badge>}
      {view.isOwn && (
        <RemovalDialog
          label={m.records_remove_view({ name: view.name })}
          question={m.records_remove_view_question({ name: view.name })}
          consequence={
            view.isShared ? m.records_remove_shared_view_effect() : m.records_remove_view_effect()
          }
          remove={async () => {
            await deleteView(adminId, view.id);
            return true;
          }}
          removedTitle={m.records_view_removed()}
          onRemoved={() => void onChanged()}
        />
      )}
    </li>
  );
}

interface SaveFormProps extends ViewListProps {
  filter: RecordFilter;
  onSaved: () => Promise<void>;
  children: ReactNode;
}

/** Saves the current filter under a name. The form keeps its values after an error. */
function SaveForm({
  adminId,
  filter,
  onSaved,
  onClose,
  children,
}: Omit<SaveFormProps, 'onChanged'>) {
  const showError = useChangeErrorToast();
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<SavedViewValues>({
    resolver,
    defaultValues: { name: '', isShared: false },
  });
  const saving = useMutation({
    mutationFn: (view: SavedViewValues) => saveView(adminId, { ...view, filter }),
  });

  async function submit(view: SavedViewValues) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(view);
      await onSaved();
      form.reset();
      toast({ title: m.records_view_saved(), description: m.records_view_saved_description() });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.records_save_view()}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          {children}
          <TextField
            control={form.control}
            name="name"
            label={m.records_view_name()}
            autoComplete="off"
            maxLength={VIEW_NAME_MAX_LENGTH}
            hint={m.records_view_name_hint()}
          />
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              {...form.register('isShared')}
            />
            {m.records_share_view()}
          </label>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_close()}
          </Button>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? m.common_saving() : m.records_save_view()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}
