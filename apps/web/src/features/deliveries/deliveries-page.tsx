import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { formatCount } from '../../lib/format.ts';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { deliveryCountsQuery, deliveryQueueQuery, followDeliveries } from './api.ts';
import { DeliveryList } from './delivery-list.tsx';
import { loadDeliveryDialog } from './load-delivery-dialog.ts';
import type { QueuedDelivery } from './queued-delivery.ts';

const DeliveryDialog = lazyComponent(loadDeliveryDialog);

/** What is to deliver and what is done. The guard of the route admits only administrators. */
export function DeliveriesPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.deliveries_deliveries()} description={m.deliveries_description()} />
      <Deliveries key={user.id} adminId={user.id} />
    </div>
  );
}

function Deliveries({ adminId }: { adminId: string }) {
  const [list, setList] = useSearchParamChoice('list', ['open', 'done']);
  const counts = useQuery(deliveryCountsQuery(adminId));
  const queries = useQueryClient();
  useEffect(() => followDeliveries(queries, adminId), [queries, adminId]);
  return (
    <Tabs value={list} onValueChange={setList}>
      <TabsList aria-label={m.deliveries_deliveries()}>
        <TabsTrigger value="open">
          {m.deliveries_to_deliver()}
          {counts.data !== undefined && counts.data.open > 0 && (
            <Badge variant={counts.data.overdue > 0 ? 'destructive' : 'warning'}>
              {formatCount(counts.data.open)}
            </Badge>
          )}
        </TabsTrigger>
        <TabsTrigger value="done">{m.deliveries_done()}</TabsTrigger>
      </TabsList>
      <TabsContent value="open">
        <OpenDeliveries adminId={adminId} overdueCount={counts.data?.overdue ?? 0} />
      </TabsContent>
      <TabsContent value="done">
        <DoneDeliveries adminId={adminId} />
      </TabsContent>
    </Tabs>
  );
}

function OpenDeliveries({ adminId, overdueCount }: { adminId: string; overdueCount: number }) {
  const queue = useInfiniteQuery(deliveryQueueQuery(adminId, false));
  const [opened, setOpened] = useState<QueuedDelivery | null>(null);
  /** The number of times that the dialog was opened. Each time it starts with empty fields. */
  const [opens, setOpens] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const isDelivered = useRef(false);
  const section = useRef<HTMLDivElement>(null);

  /** The button that opened the dialog leaves with its row. The next one gets the focus. */
  function focusNext() {
    if (!isDelivered.current) return;
    const buttons = section.current?.querySelectorAll<HTMLElement>('[data-deliver]') ?? [];
    const next = [...buttons].find(({ dataset }) => dataset.deliver !== opened?.id);
    const heading = section.current?.querySelector<HTMLElement>('h2');
    (next ?? heading)?.focus();
  }

  return (
    <div ref={section}>
      <DeliveryList
        title={m.deliveries_to_deliver()}
        overdueCount={overdueCount}
        queue={queue}
        onDeliver={(delivery) => {
          isDelivered.current = false;
          setOpened(delivery);
          setOpens(opens + 1);
          setIsOpen(true);
        }}
      />
      {opened && (
        <LazyDialog isOpen={isOpen}>
          <DeliveryDialog
            key={opens}
            adminId={adminId}
            delivery={opened}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            onDelivered={() => {
              isDelivered.current = true;
            }}
            onClosed={focusNext}
          />
        </LazyDialog>
      )}
    </div>
  );
}

function DoneDeliveries({ adminId }: { adminId: string }) {
  const queue = useInfiniteQuery(deliveryQueueQuery(adminId, true));
  return <DeliveryList title={m.deliveries_done()} overdueCount={0} queue={queue} />;
}
