import { useState } from 'react';
import { DataTable, type DataColumn } from '../components/data/data-table.tsx';
import { ExportCsvButton } from '../components/data/export-csv-button.tsx';
import { StatusBadge } from '../components/data/status-badge.tsx';
import { Button } from '../components/ui/button.tsx';
import { Pagination } from '../components/ui/pagination.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../components/ui/table.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../components/ui/tabs.tsx';
import { Specimen, SpecimenSection } from './specimen.tsx';

interface Order {
  id: string;
  name: string;
  amount: string;
  status: string;
}

const ORDERS: readonly Order[] = [
  { id: '1', name: 'Travel', amount: '$15.00', status: 'pending_manual_verification' },
  { id: '2', name: 'Online shopping', amount: '$5.00', status: 'manual_payment_approved' },
];

const COLUMNS: readonly DataColumn<Order>[] = [
  { header: 'Card', cell: ({ name }) => name },
  { header: 'Amount', cell: ({ amount }) => <span className="tabular">{amount}</span> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Action',
    cell: ({ name }) => (
      <Button variant="outline" size="sm" aria-label={`Review ${name}`}>
        Review
      </Button>
    ),
  },
];

const CSV = {
  columns: [{ header: 'Card', value: ({ name }: Order) => name }],
  async *pages() {
    yield await Promise.resolve([...ORDERS]);
  },
};

const rowKey = ({ id }: Order) => id;

export function ListSpecimens() {
  const [tab, setTab] = useState('first');
  const [page, setPage] = useState(1);
  const [isStale, setIsStale] = useState(false);
  return (
    <>
      <SpecimenSection title="Tabs">
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label="Specimen tabs">
            <TabsTrigger value="first">First</TabsTrigger>
            <TabsTrigger value="second">Second</TabsTrigger>
            <TabsTrigger value="third" disabled>
              Disabled
            </TabsTrigger>
          </TabsList>
          <TabsContent value="first">The first panel</TabsContent>
          <TabsContent value="second">The second panel</TabsContent>
          <TabsContent value="third">The third panel</TabsContent>
        </Tabs>
      </SpecimenSection>
      <SpecimenSection title="Tables">
        <DataTable
          label="Orders"
          columns={COLUMNS}
          rows={ORDERS}
          rowKey={rowKey}
          skeletonRowCount={2}
          isStale={isStale}
        />
        <Specimen label="The rows turn pale while newer ones are loaded">
          <Button
            variant="outline"
            size="sm"
            aria-pressed={isStale}
            onClick={() => setIsStale(!isStale)}
          >
            Loading newer rows
          </Button>
        </Specimen>
        <DataTable
          label="Orders that are loaded"
          columns={COLUMNS}
          rows={undefined}
          rowKey={rowKey}
          skeletonRowCount={2}
        />
        <Table aria-label="Plain table">
          <TableHeader>
            <TableRow>
              <TableHead>Tier</TableHead>
              <TableHead>Price</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            <TableRow>
              <TableCell>Standard</TableCell>
              <TableCell>$5.00</TableCell>
            </TableRow>
          </TableBody>
        </Table>
        <Pagination
          label="Orders"
          page={page}
          pageSize={20}
          totalCount={45}
          onPageChange={setPage}
        />
        <Specimen label="Export">
          <ExportCsvButton name="specimens" what="orders" source={CSV} />
        </Specimen>
      </SpecimenSection>
    </>
  );
}
