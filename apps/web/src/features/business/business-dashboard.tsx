import type { ReactNode } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useSession } from '../../session/session-context.ts';
import { YourData } from '../../session/your-data.tsx';
import { BusinessPromo } from './business-promo.tsx';
import { BusinessTools } from './business-tools.tsx';
import { CompanyCard } from './company-card.tsx';

interface BusinessDashboardProps {
  history: ReactNode;
  /** What keeps the account safe: its password and more. */
  safety: ReactNode;
}

/** The dashboard of a business; the route's guard sees to who comes here. */
export function BusinessDashboard({ history, safety }: BusinessDashboardProps) {
  const { user, profile } = useSession();
  if (user === null || profile === null) return null;
  const companyName = profile.company_name?.trim() ?? '';
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader
        title="Business Dashboard"
        description={
          companyName === '' ? 'Your company and the tools to run its money.' : companyName
        }
      />
      <div className="flex flex-col gap-10">
        <CompanyCard profile={profile} email={user.email} />
        <BusinessTools />
        {history}
        <BusinessPromo />
        {safety}
        <YourData userId={user.id} />
      </div>
    </div>
  );
}
