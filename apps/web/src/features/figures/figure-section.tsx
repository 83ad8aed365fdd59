import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { DataTable } from '../../components/data/data-table.tsx';
import { ExportCsvButton } from '../../components/data/export-csv-button.tsx';
import { ChunkBoundary } from '../../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../../components/loading/chunk-error-alert.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { m } from '../../paraglide/messages.js';
import type { FigureChartProps } from './figure-chart.tsx';

const FigureChart = lazyComponent<FigureChartProps>(() => import('./figure-chart.tsx'));

/** A column of the table beside a chart, and of its CSV file. */
export interface FigureColumn<Row> {
  header: string;
  /** The value in the file. */
  value: (row: Row) => string | number | null;
  /** The text on screen. Without it, the value is shown. */
  text?: (row: Row) => string;
}

interface FigureSectionProps<Row> {
  title: string;
  /** The name of the file without date and extension. */
  fileName: string;
  controls?: ReactNode;
  /** Null while there is nothing to draw. */
  chart: FigureChartProps | null;
  columns: readonly FigureColumn<Row>[];
  /** Undefined while the rows load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  query: {
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
    isError: boolean;
  };
}

/** A chart, the same figures as a table, and the table as a file. */
export function FigureSection<Row>(props: FigureSectionProps<Row>) {
  const { title, fileName, controls, columns, rows = [] } = props;
  return (
    <Card role="region" aria-label={title}>
      <CardHeader className="gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CardTitle>{title}</CardTitle>
          <div className="flex flex-wrap items-center gap-2">
            {controls}
            <ExportCsvButton
              name={fileName}
              what={title}
              source={{ columns, pages: () => onePage(rows) }}
            />
          </div>
        </div>
      </CardHeader>
      <CardContent className="flex min-w-0 flex-col gap-4">
        <FigureBody {...props} />
      </CardContent>
    </Card>
  );
}

// An export reads pages, and all rows are one.
// oxlint-disable-next-line require-await
async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  if (rows.length > 0) yield [...rows];
}

function FigureBody<Row>({
  title,
  chart,
  columns,
  rows,
  rowKey,
  query,
}: Omit<FigureSectionProps<Row>, 'fileName' | 'controls'>) {
  if (rows === undefined) {
    return query.isError ? (
      <LoadError title={m.common_error_fetching_data()} what={title} query={query} />
    ) : (
      <Skeleton className="h-66" />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={ChartColumn}
        title={m.figures_none()}
        description={m.figures_choose_other_range()}
      />
    );
  }
  return (
    <>
      {chart !== null && (
        <ChunkBoundary loading={<Skeleton className="h-66" />} fallback={<ChunkErrorAlert />}>
          <FigureChart {...chart} />
        </ChunkBoundary>
      )}
      <details open={chart === null}>
        <summary className="cursor-pointer rounded-sm text-sm font-semibold text-link">
          {m.figures_as_table()}
        </summary>
        <div className="-mx-5 mt-3 max-h-120 overflow-y-auto sm:-mx-6">
          <DataTable
            label={title}
            columns={columns.map(({ header, value, text }) => ({
              header,
              cell: (row: Row) => (
                <span className="tabular-nums">{text?.(row) ?? String(value(row) ?? '–')}</span>
              ),
            }))}
            rows={rows}
            rowKey={rowKey}
            skeletonRowCount={3}
            isStale={query.isPlaceholderData}
          />
        </div>
      </details>
    </>
  );
}
