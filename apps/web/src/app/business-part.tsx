import { CompanyCard } from '../features/account/company/company-card.tsx';
import { MailPreferencesCard } from '../features/account/mail-preferences/mail-preferences-card.tsx';
import { YourData } from '../features/account/data/your-data.tsx';
import { BusinessDashboard } from '../features/business/business-dashboard.tsx';
import { LazyAccountSafety } from './lazy-account-safety.tsx';
import { LazyHistory } from './lazy-history.tsx';
import { WithQueries } from './with-queries.tsx';

/** The business dashboard with the parts of other features. */
export function Dashboard() {
  return (
    <WithQueries>
      <BusinessDashboard
        companyTab={
          <>
            <CompanyCard />
            <MailPreferencesCard />
            <YourData />
          </>
        }
        safety={<LazyAccountSafety />}
        history={<LazyHistory />}
      />
    </WithQueries>
  );
}
