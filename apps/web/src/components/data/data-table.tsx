import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx';
import { Isolated } from './isolated.tsx';
import { m } from '../../paraglide/messages.js';

export interface DataColumn<Row> {
  /** The heading of the column. Stacked rows show it beside each value. */
  header: string;
  cell: (row: Row) => ReactNode;
  className?: string;
}

interface DataTableProps<Row> {
  /** The name of the rows: "Users". */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Undefined while the first rows load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  skeletonRowCount: number;
  /** The shown rows are about to be replaced. */
  isStale?: boolean;
}

/**
 * Rows in columns. On narrow screens each row is stacked, value below value. The roles are explicit, because
 * assistive technology does not recognize a stacked table as a table.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  skeletonRowCount,
  isStale = false,
}: DataTableProps<Row>) {
  const isLoading = rows === undefined;
  return (
    <div
      aria-busy={isLoading || isStale}
      // A line above the rows. Faded rows would lose their contrast.
      className={cn(
        'relative',
        isStale &&
          'cursor-progress before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:animate-shimmer before:bg-primary',
      )}
    >
      {isLoading && (
        <span role="status" className="sr-only">
          {m.common_loading()}
        </span>
      )}
      <Table aria-label={label} role="table" className="max-lg:block">
        <TableHeader role="rowgroup" className="max-lg:sr-only">
          <TableRow role="row" className="hover:bg-transparent">
            {columns.map(({ header, className }) => (
              <TableHead
                key={header}
                role="columnheader"
                className={cn('first:ps-5 last:pe-5 sm:first:ps-6 sm:last:pe-6', className)}
              >
                {header}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody role="rowgroup" className="max-lg:block">
          {isLoading
            ? Array.from({ length: skeletonRowCount }, (_, index) => (
                <Cells
                  key={index}
                  columns={columns}
                  render={() => <Skeleton className="h-5 w-24" />}
                />
              ))
            : rows.map((row) => (
                <Cells key={rowKey(row)} columns={columns} render={({ cell }) => cell(row)} />
              ))}
        </TableBody>
      </Table>
    </div>
  );
}

interface CellsProps<Row> {
  columns: readonly DataColumn<Row>[];
  render: (column: DataColumn<Row>) => ReactNode;
}

function Cells<Row>({ columns, render }: CellsProps<Row>) {
  return (
    <TableRow
      role="row"
      className="max-lg:flex max-lg:flex-col max-lg:px-5 max-lg:py-3 sm:max-lg:px-6"
    >
      {columns.map((column) => (
        <TableCell
          key={column.header}
          role="cell"
          className={cn(
            'max-lg:flex max-lg:min-h-9 max-lg:items-center max-lg:justify-between max-lg:gap-4 max-lg:px-0 max-lg:py-1',
            'lg:first:ps-6 lg:last:pe-6',
            column.className,
          )}
        >
          <span
            aria-hidden="true"
            className="shrink-0 text-[0.8125rem] font-semibold text-muted-foreground lg:hidden"
          >
            {column.header}
          </span>
          <div className="min-w-0 max-lg:text-end">
            <Isolated>{render(column)}</Isolated>
          </div>
        </TableCell>
      ))}
    </TableRow>
  );
}
