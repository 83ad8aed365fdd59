import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Card } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../session/session-context.ts';
import { AdministratorsSection } from './administrators-section.tsx';
import { settingsQuery, type BackOfficeSettings } from './api.ts';
import { DigestSection } from './digest-section.tsx';
import { MailTextsSection } from './mail-texts-section.tsx';
import { ReasonsSection } from './reasons-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

interface SettingsPageProps {
  /** The payment details of each method. */
  payment: ReactNode;
  /** Whether administrators must have a second factor. */
  secondFactor: ReactNode;
}

/** What administrators set for the back office. The guard of the route admits only administrators. */
export function SettingsPage(parts: SettingsPageProps) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={m.settings_title()} description={m.settings_description()} />
      <Loaded key={user.id} adminId={user.id} {...parts} />
    </div>
  );
}

function Loaded({ adminId, ...parts }: SettingsPageProps & { adminId: string }) {
  const settings = useQuery(settingsQuery(adminId));
  if (settings.data !== undefined) {
    return <Sections adminId={adminId} settings={settings.data} {...parts} />;
  }
  return (
    <Card>
      {settings.isError ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.settings_the_settings()}
          query={settings}
        />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Card>
  );
}

interface SectionsProps extends SettingsPageProps {
  adminId: string;
  settings: BackOfficeSettings;
}

function Sections({ adminId, settings, payment, secondFactor }: SectionsProps) {
  const [tab, setTab] = useSearchParamChoice('tab', ['rules', 'texts', 'team', 'webhook']);
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabsList aria-label={m.settings_title()}>
        <TabsTrigger value="rules">{m.settings_tab_rules()}</TabsTrigger>
        <TabsTrigger value="texts">{m.settings_tab_texts()}</TabsTrigger>
        <TabsTrigger value="team">{m.settings_tab_team()}</TabsTrigger>
        <TabsTrigger value="webhook">{m.settings_tab_webhook()}</TabsTrigger>
      </TabsList>
      <TabsContent value="rules" forceMount className="flex flex-col gap-6">
        {payment}
        <RulesSection adminId={adminId} settings={settings} />
      </TabsContent>
      <TabsContent value="texts" className="flex flex-col gap-6">
        <ReasonsSection adminId={adminId} />
        <MailTextsSection adminId={adminId} />
      </TabsContent>
      <TabsContent value="team" className="flex flex-col gap-6">
        <AdministratorsSection adminId={adminId} />
        {secondFactor}
        <DigestSection adminId={adminId} settings={settings} />
      </TabsContent>
      <TabsContent value="webhook" className="flex flex-col gap-6">
        <WebhookSection adminId={adminId} settings={settings} />
      </TabsContent>
    </Tabs>
  );
}
