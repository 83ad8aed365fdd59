import { KeyRound, ReceiptText, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs.tsx';
import { avatarLetters } from '../../session/avatar-letters.ts';
import { useSearchParamChoice } from '../../lib/use-search-param-state.ts';
import { useSession } from '../../session/session-context.ts';
import { QuickAccess } from './quick-access.tsx';
import { m } from '../../paraglide/messages.js';

/** On phones the three labels share the width and wrap to two lines. */
const tabClassNames =
  'max-sm:h-14 max-sm:px-2 max-sm:text-sm max-sm:leading-tight max-sm:whitespace-normal';

interface PersonalDashboardProps {
  /** The cards of the user, above the tabs. */
  cards: ReactNode;
  /** The profile and the user's data. */
  profileTab: ReactNode;
  /** Password, second factors, passkeys and devices. */
  safety: ReactNode;
  history: ReactNode;
}

/** The dashboard of a signed-in user; the route guard checks the session. */
export function PersonalDashboard({ cards, profileTab, safety, history }: PersonalDashboardProps) {
  const { user, profile } = useSession();
  const [tab, setTab] = useSearchParamChoice('tab', ['profile', 'password', 'history']);
  if (user === null || profile === null) return null;
  const name = profile.full_name?.trim() ?? '';
  return (
    <div className="page-container pb-16 sm:pb-24">
      <div className="flex items-center gap-5">
        <PersonAvatar
          address={profile.avatar_url}
          letters={avatarLetters(name, user.email)}
          className="mt-4 hidden size-16 text-xl sm:flex"
        />
        <PageHeader
          className="min-w-0 flex-1"
          title={
            <span className="break-words">
              {m.personal_welcome_name({ name: name === '' ? (user.email ?? '') : name })}
            </span>
          }
          description={m.common_your_profile_your_password_and_your()}
        />
      </div>
      {cards}
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <Tabs value={tab} onValueChange={setTab}>
          <TabsList aria-label={m.common_dashboard()}>
            <TabsTrigger value="profile" className={tabClassNames}>
              <UserRound aria-hidden="true" className="max-sm:hidden" />
              {m.common_my_profile()}
            </TabsTrigger>
            <TabsTrigger value="password" className={tabClassNames}>
              <KeyRound aria-hidden="true" className="max-sm:hidden" />
              {m.common_change_password()}
            </TabsTrigger>
            <TabsTrigger value="history" className={tabClassNames}>
              <ReceiptText aria-hidden="true" className="max-sm:hidden" />
              {m.common_transaction_history()}
            </TabsTrigger>
          </TabsList>
          <TabsContent value="profile" className="flex flex-col gap-6">
            {profileTab}
          </TabsContent>
          <TabsContent value="password" forceMount>
            {safety}
          </TabsContent>
          <TabsContent value="history">{history}</TabsContent>
        </Tabs>
        <QuickAccess />
      </div>
    </div>
  );
}
