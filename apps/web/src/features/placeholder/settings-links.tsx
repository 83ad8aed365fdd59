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
import { m } from '../../paraglide/messages.js';

const SETTINGS = [
  {
    name: m.placeholder_profile(),
    text: m.placeholder_your_name_and_contact_details(),
    icon: UserRound,
    at: 'profile',
  },
  {
    name: m.common_password(),
    text: m.placeholder_change_your_password(),
    icon: KeyRound,
    at: 'password',
  },
  {
    name: m.common_two_step_verification(),
    text: m.placeholder_second_proof_after_your_password(),
    icon: ShieldCheck,
    at: 'two-step',
  },
  {
    name: m.common_passkeys(),
    text: m.placeholder_log_in_with_your_fingerprint_face_or(),
    icon: Fingerprint,
    at: 'passkeys',
  },
  {
    name: m.placeholder_devices(),
    text: m.placeholder_where_your_account_is_logged_in(),
    icon: MonitorSmartphone,
    at: 'devices',
  },
  {
    name: m.common_your_data(),
    text: m.placeholder_download_it_or_delete_your_account(),
    icon: Database,
    at: 'data',
  },
] as const;

type Setting = (typeof SETTINGS)[number]['at'];

/** Links to the place of each setting, for a signed-in user. */
export function SettingsLinks() {
  const { user, profile } = useSession();
  if (user === null) return null;
  const isBusiness = profile?.account_type === 'business';
  return (
    <Card className="mt-6">
      <ul aria-label={m.common_settings()} className="divide-y">
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
                  className="size-5 shrink-0 text-muted-foreground rtl:-scale-x-100"
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
