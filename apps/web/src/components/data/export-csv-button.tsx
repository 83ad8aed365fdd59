import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import type { CsvColumn } from '../../lib/csv.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { Button } from '../ui/button.tsx';
import { toastFailure } from '../ui/toast-store.ts';

/** What a table is written from. */
export interface CsvSource<Row> {
  columns: readonly CsvColumn<Row>[];
  /** All rows that match what is shown, page by page. */
  pages: () => AsyncIterable<Row[]>;
}

interface ExportCsvButtonProps<Row> {
  /** Of the file, without day and ending: "beaconpay-users". */
  name: string;
  /** What is exported, for whoever does not see where the button stands: "users". */
  what: string;
  source: CsvSource<Row>;
  className?: string;
}

/** Saves a table as a file, with all its rows and not only those on screen, and tells how far it is. */
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
    // Its failure is told below, where it is waited for.
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
      toastFailure('Export failed', error);
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
      aria-label={isBusy ? undefined : `Export ${what} as CSV`}
      onClick={() => void exportTable()}
    >
      {!isBusy && <FileDown aria-hidden="true" />}
      {isBusy ? (
        <span aria-live="polite">{formatCount(readCount)} rows exported…</span>
      ) : (
        'Export CSV'
      )}
    </Button>
  );
}
