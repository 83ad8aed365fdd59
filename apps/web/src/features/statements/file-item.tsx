import { FileText, X } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Alert, AlertDescription } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { errorMessage } from '../../lib/error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import { FilePreview } from './file-preview.tsx';
import { ImportSummary } from './import-summary.tsx';
import type { ImportQueue, StatementFile } from './import-queue.ts';
import { describeProblem } from './problem-texts.ts';

const MappingDialog = lazyComponent(() => import('./mapping-dialog.tsx'));
const PERCENT = 100;

interface FileItemProps {
  adminId: string;
  file: StatementFile;
  queue: ImportQueue;
}

/** One file: its progress, what is wrong with it, its preview or its result. */
export function FileItem({ adminId, file, queue }: FileItemProps) {
  const [isMapping, setIsMapping] = useState(false);
  const { id, name, table, mapping, state } = file;
  return (
    <li className="flex flex-col gap-4 rounded-xl border p-4 sm:p-5">
      <div className="flex items-center gap-3">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        <bdi className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</bdi>
        {state.step !== 'importing' && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={m.statements_remove_file({ name })}
            onClick={() => queue.remove(id)}
          >
            <X aria-hidden="true" />
          </Button>
        )}
      </div>
      <FileStep adminId={adminId} file={file} queue={queue} onMap={() => setIsMapping(true)} />
      {table !== null && (
        <LazyDialog isOpen={isMapping}>
          <MappingDialog
            table={table}
            mapping={mapping}
            isOpen={isMapping}
            onClose={() => setIsMapping(false)}
            onMap={(chosen) => {
              setIsMapping(false);
              void queue.map(id, chosen);
            }}
          />
        </LazyDialog>
      )}
      {state.step === 'imported' && <ImportSummary counts={state.counts} />}
    </li>
  );
}

function FileStep({ adminId, file, queue, onMap }: FileItemProps & { onMap: () => void }) {
  const { id, name, table, state } = file;
  switch (state.step) {
    case 'waiting':
      return <p className="text-sm text-muted-foreground">{m.statements_waiting()}</p>;
    case 'reading':
      return (
        <Working
          label={m.statements_reading_file({ name })}
          text={m.statements_reading()}
          share={state.share}
        />
      );
    case 'failed':
      return (
        <Alert variant="destructive" role="alert">
          <AlertDescription>{describeProblem(state.problem)}</AlertDescription>
        </Alert>
      );
    case 'mapping':
      return (
        <>
          <Alert variant="warning" role="alert">
            <AlertDescription>{describeProblem(state.problem)}</AlertDescription>
          </Alert>
          <Button className="self-start" onClick={onMap}>
            {m.statements_map_columns()}
          </Button>
        </>
      );
    case 'ready':
      return (
        <FilePreview
          adminId={adminId}
          summary={state.summary}
          onImport={() => void queue.start(id)}
          onMap={table === null ? null : onMap}
        />
      );
    case 'importing':
      return (
        <>
          <Working
            label={m.statements_importing_file({ name })}
            text={progressText(state.done, state.summary.lineCount)}
            share={state.done / state.summary.lineCount}
          />
          <Button
            variant="outline"
            className="self-start"
            busy={state.isStopping}
            onClick={() => queue.stop(id)}
          >
            {m.statements_stop()}
          </Button>
        </>
      );
    case 'stopped':
      return (
        <>
          <Alert variant={state.error === null ? 'warning' : 'destructive'} role="alert">
            <AlertDescription>
              {state.error !== null && <p className="font-semibold">{errorMessage(state.error)}</p>}
              <p>
                {progressText(state.done, state.summary.lineCount)} {m.statements_stopped_hint()}
              </p>
            </AlertDescription>
          </Alert>
          <Button className="self-start" onClick={() => void queue.start(id)}>
            {m.statements_resume()}
          </Button>
        </>
      );
    default:
      return null;
  }
}

function progressText(done: number, total: number): string {
  return m.statements_lines_done({ done: formatCount(done), total: formatCount(total) });
}

function Working({ label, text, share }: { label: string; text: string; share: number }) {
  return (
    <div className="flex flex-col gap-2">
      <Progress aria-label={label} value={Math.round(share * PERCENT)} />
      <p className="text-sm text-muted-foreground">{text}</p>
    </div>
  );
}
