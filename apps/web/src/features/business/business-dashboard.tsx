import { BriefcaseBusiness, KeyRound, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { useSession } from '../../session/session-context.ts';
import { BusinessPromo, BusinessTools } from './business-tools.tsx';
import { m } from '../../paraglide/messages.js';

/** On phones the three labels share the width and wrap to two lines. */
const tabClassNames =
  'max-sm:h-14 max-sm:px-2 max-sm:text-sm max-sm:leading-tight max-sm:whitespace-normal';

interface BusinessDashboardProps {
  /** The company and the user's data. */
  companyTab: ReactNode;
  /** Password, second factors, passkeys and devices. */
  safety: ReactNode;
  history: ReactNode;
}

/** The dashboard of a business account; the route guard checks the account type. */
export function BusinessDashboard({ companyTab, safety, history }: BusinessDashboardProps) {
  const { user, profile } = useSession();
  const [tab, setTab] = useSearchParamChoice('tab', ['company', 'security', 'history']);
  if (user === null || profile === null) return null;
  const companyName = profile.company_name?.trim() ?? '';
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title={m.common_business_dashboard()}
        description={
          companyName === '' ? m.common_your_company_details_and_tools_to_manage() : companyName
        }
      />
      <div className="flex flex-col gap-10">
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label={m.common_dashboard()}>
            <TabsTrigger value="company" className={tabClassNames}>
              <BriefcaseBusiness aria-hidden="true" className="max-sm:hidden" />
              {m.business_company()}
            </TabsTrigger>
            <TabsTrigger value="security" className={tabClassNames}>
              <KeyRound aria-hidden="true" className="max-sm:hidden" />
              {m.common_security()}
            </TabsTrigger>
            <TabsTrigger value="history" className={tabClassNames}>
              <ReceiptText aria-hidden="true" className="max-sm:hidden" />
              {m.common_transaction_history()}
            </TabsTrigger>
          </TabsList>
          <TabsContent value="company" className="flex flex-col gap-6">
            {companyTab}
          </TabsContent>
          <TabsContent value="security" forceMount>
            {safety}
          </TabsContent>
          <TabsContent value="history">{history}</TabsContent>
        </Tabs>
        <BusinessTools />
        <BusinessPromo />
      </div>
    </div>
  );
}
