import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import type { CsvColumn } from '../../lib/csv.ts';
import { formatCount } from '../../lib/format.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { Button } from '../ui/button.tsx';
import { toastFailure } from '../ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';

/** The columns and rows of a table. */
export interface CsvSource<Row> {
  columns: readonly CsvColumn<Row>[];
  /** All rows that match the current filters, page by page. */
  pages: () => AsyncIterable<Row[]>;
}

interface ExportCsvButtonProps<Row> {
  /** The name of the file without date and extension: "beaconpay-users". */
  name: string;
  /** The exported rows, for screen readers: "users". */
  what: string;
  source: CsvSource<Row>;
  className?: string;
}

/** Downloads all rows of a table, not only those on screen. Shows the progress, and can be cancelled. */
export function ExportCsvButton<Row>({ name, what, source, className }: ExportCsvButtonProps<Row>) {
  const { readCount, start, cancel } = useExport(name, source);
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = readCount !== null;
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      <Button
        ref={button}
        variant="outline"
        size="sm"
        busy={isBusy}
        aria-label={isBusy ? undefined : m.ui_export_what_as_csv({ what })}
        onClick={() => void start()}
      >
        {!isBusy && <FileDown aria-hidden="true" />}
        {isBusy ? (
          <span aria-live="polite">{m.ui_rows_exported({ count: formatCount(readCount) })}</span>
        ) : (
          m.ui_export_csv()
        )}
      </Button>
      {isBusy && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            cancel();
            button.current?.focus();
          }}
        >
          {m.ui_cancel_export()}
        </Button>
      )}
    </div>
  );
}

interface Export {
  /** Null while no export runs. */
  readCount: number | null;
  start: () => Promise<void>;
  cancel: () => void;
}

/** Writes each page when it arrives, so that only the text of a long table is kept. */
function useExport<Row>(name: string, source: CsvSource<Row>): Export {
  const [readCount, setReadCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function writeTable(signal: AbortSignal) {
    const { csvHeader, csvRows } = await import('../../lib/csv.ts');
    const parts = [new Blob([csvHeader(source.columns)])];
    let count = 0;
    for await (const page of source.pages()) {
      if (signal.aborted) return;
      // Browsers move large blobs out of memory.
      parts.push(new Blob([csvRows(source.columns, page)]));
      count += page.length;
      setReadCount(count);
    }
    if (signal.aborted) return;
    const day = new Date().toISOString().slice(0, 10);
    saveAsFile(`${name}-${day}.csv`, parts, 'text/csv;charset=utf-8');
  }

  async function start() {
    const run = new AbortController();
    running.current = run;
    setReadCount(0);
    try {
      await writeTable(run.signal);
    } catch (error) {
      if (!run.signal.aborted) toastFailure(m.ui_export_failed(), error);
    }
    if (!run.signal.aborted) setReadCount(null);
  }

  function cancel() {
    running.current?.abort();
    setReadCount(null);
  }
  return { readCount, start, cancel };
}
