import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { CsvColumn } from '../../lib/csv.ts';
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

/** Downloads all rows of a table, not only those on screen, and shows the progress. */
export function ExportCsvButton<Row>({ name, what, source, className }: ExportCsvButtonProps<Row>) {
  const [readCount, setReadCount] = useState<number | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function writeTable() {
    const rows: Row[] = [];
    setReadCount(0);
    const loading = import('../../lib/csv.ts');
    // The error is reported below, where the rows are awaited.
    loading.catch(() => undefined);
    for await (const page of source.pages()) {
      if (isGone.current) return;
      rows.push(...page);
      setReadCount(rows.length);
    }
    const { toCsv } = await loading;
    const day = new Date().toISOString().slice(0, 10);
    saveAsFile(`${name}-${day}.csv`, toCsv(source.columns, rows), 'text/csv;charset=utf-8');
  }

  async function exportTable() {
    try {
      await writeTable();
    } catch (error) {
      toastFailure(m.ui_export_failed(), error);
    }
    setReadCount(null);
  }

  const isBusy = readCount !== null;
  return (
    <Button
      variant="outline"
      size="sm"
      className={className}
      busy={isBusy}
      aria-label={isBusy ? undefined : m.ui_export_what_as_csv({ what })}
      onClick={() => void exportTable()}
    >
      {!isBusy && <FileDown aria-hidden="true" />}
      {isBusy ? (
        <span aria-live="polite">{m.ui_rows_exported({ count: formatCount(readCount) })}</span>
      ) : (
        m.ui_export_csv()
      )}
    </Button>
  );
}
