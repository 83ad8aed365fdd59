import { MailPreferencesCard } from '../features/account/mail-preferences/mail-preferences-card.tsx';
import { YourData } from '../features/account/data/your-data.tsx';
import { ProfileCard } from '../features/account/profile/profile-card.tsx';
import { PersonalDashboard } from '../features/personal/personal-dashboard.tsx';
import { LazyAccountSafety } from './lazy-account-safety.tsx';
import { LazyHistory } from './lazy-history.tsx';
import { LazyMyCards } from './lazy-my-cards.tsx';
import { WithQueries } from './with-queries.tsx';

/** The personal dashboard with the parts of other features. */
export function Dashboard() {
  return (
    <WithQueries>
      <PersonalDashboard
        cards={<LazyMyCards hasOrderLink />}
        profileTab={
          <>
            <ProfileCard />
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
