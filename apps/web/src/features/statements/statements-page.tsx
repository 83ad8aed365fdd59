import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { formatCount } from '../../lib/format.ts';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { watchRows } from '../../lib/watch-rows.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { openCountsQuery } from './cases-api.ts';
import { CasesList } from './cases-list.tsx';
import { refreshStatements } from './import-api.ts';
import { NO_LINE_FILTER } from './line-filter.ts';
import { LinesList } from './lines-list.tsx';
import { MatchingSettings } from './matching-settings.tsx';
import { ProposalsList } from './proposals-list.tsx';
import { UploadPanel } from './upload-panel.tsx';

const TABS = ['import', 'proposals', 'cases', 'lines', 'settings'] as const;

/** Statements and the payments in them. The guard of the route admits only administrators. */
export function StatementsPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.statements_title()} description={m.statements_description()} />
      <Statements key={user.id} adminId={user.id} />
    </div>
  );
}

function Statements({ adminId }: { adminId: string }) {
  const { read, write } = useSearchParamState();
  const tab = TABS.find((name) => name === read('tab')) ?? 'import';
  const queries = useQueryClient();
  const counts = useQuery(openCountsQuery(adminId));
  useEffect(
    () => watchRows([{ table: 'payment_links' }], () => refreshStatements(queries, adminId)),
    [queries, adminId],
  );
  return (
    <Tabs
      value={tab}
      // A filter and a position belong to one tab.
      onValueChange={(next) => write({ ...NO_LINE_FILTER, tab: next === 'import' ? '' : next })}
    >
      <TabsList aria-label={m.statements_title()}>
        <TabsTrigger value="import">{m.statements_import()}</TabsTrigger>
        <TabsTrigger value="proposals">
          {m.statements_proposals()}
          <OpenCount count={counts.data?.proposals} />
        </TabsTrigger>
        <TabsTrigger value="cases">
          {m.statements_cases()}
          <OpenCount count={counts.data?.cases} />
        </TabsTrigger>
        <TabsTrigger value="lines">{m.statements_lines()}</TabsTrigger>
        <TabsTrigger value="settings">{m.common_settings()}</TabsTrigger>
      </TabsList>
      {/* Keeps files and running imports while another tab is open. */}
      <TabsContent value="import" forceMount>
        <UploadPanel adminId={adminId} />
      </TabsContent>
      <TabsContent value="proposals">
        <ProposalsList adminId={adminId} />
      </TabsContent>
      <TabsContent value="cases">
        <CasesList adminId={adminId} />
      </TabsContent>
      <TabsContent value="lines">
        <LinesList adminId={adminId} />
      </TabsContent>
      <TabsContent value="settings">
        <MatchingSettings adminId={adminId} />
      </TabsContent>
    </Tabs>
  );
}

function OpenCount({ count }: { count: number | undefined }) {
  return count ? <Badge variant="warning">{formatCount(count)}</Badge> : null;
}
