import {
  ChevronRight,
  Database,
  Fingerprint,
  KeyRound,
  MonitorSmartphone,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { Link } from '../../components/navigation/link.tsx';
import { Card } from '../../components/ui/card.tsx';
import { canUsePasskeys } from '../../lib/web-authn.ts';
import { useSession } from '../../session/session-context.ts';

const SETTINGS = [
  { name: 'Profile', text: 'Your name and contact details', icon: UserRound, at: 'profile' },
  { name: 'Password', text: 'Change your password', icon: KeyRound, at: 'password' },
  {
    name: 'Two-step verification',
    text: 'A second proof after your password',
    icon: ShieldCheck,
    at: 'two-step',
  },
  {
    name: 'Passkeys',
    text: 'Log in with your fingerprint, face or screen lock',
    icon: Fingerprint,
    at: 'passkeys',
  },
  {
    name: 'Devices',
    text: 'Where your account is logged in',
    icon: MonitorSmartphone,
    at: 'devices',
  },
  { name: 'Your data', text: 'Download it or delete your account', icon: Database, at: 'data' },
] as const;

type Setting = (typeof SETTINGS)[number]['at'];

/** Links to the place of each setting, for a signed-in user. */
export function SettingsLinks() {
  const { user, profile } = useSession();
  if (user === null) return null;
  const isBusiness = profile?.account_type === 'business';
  return (
    <Card className="mt-6">
      <ul aria-label="Settings" className="divide-y">
        {SETTINGS.filter(({ at }) => at !== 'passkeys' || canUsePasskeys()).map(
          ({ name, text, icon: Icon, at }) => (
            <li key={at}>
              <Link
                to={settingPath(at, isBusiness)}
                className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-muted focus-visible:-outline-offset-2 sm:px-6"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{name}</span>{' '}
                  <span className="block text-sm text-muted-foreground">{text}</span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-muted-foreground"
                />
              </Link>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

/** Administrators have a personal dashboard, too. */
function settingPath(at: Setting, isBusiness: boolean): string {
  const isProfile = at === 'profile' || at === 'data';
  const hash = at === 'profile' ? '' : `#${at}`;
  if (isBusiness) return `/business?tab=${isProfile ? 'company' : 'security'}${hash}`;
  return `/personal?tab=${isProfile ? 'profile' : 'password'}${hash}`;
}
