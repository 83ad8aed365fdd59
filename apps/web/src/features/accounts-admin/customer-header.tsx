import { isAccountType } from '@beaconpay/domain';
import { Lock, MailWarning } from 'lucide-react';
import { PersonAvatar } from '../../components/data/person-avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { ACCOUNT_TYPE_LABELS } from '../../lib/account-type-labels.ts';
import { m } from '../../paraglide/messages.js';
import { avatarLetters } from '../../session/avatar-letters.ts';
import type { Customer } from './customer-api.ts';

const TYPE_TONES = { personal: 'neutral', business: 'accent', admin: 'success' } as const;

/** The name of a customer with picture and state. */
export function CustomerHeader({ customer }: { customer: Customer }) {
  const { profile, account } = customer;
  const isDeleted = account.deleted_at !== null;
  const email = isDeleted ? null : account.email;
  const name = profile.full_name ?? email;
  return (
    <div className="flex items-start gap-4 sm:gap-5">
      <PersonAvatar
        address={profile.avatar_url}
        letters={avatarLetters(profile.full_name, email)}
        className="mt-8 size-12 text-base sm:mt-12 sm:size-14 sm:text-lg"
      />
      <div className="min-w-0 flex-1">
        <PageHeader
          title={
            <bdi className="wrap-anywhere">
              {name ??
                (isDeleted ? m.account_admin_deleted_customer() : m.account_admin_customer())}
            </bdi>
          }
          description={
            <span className="flex flex-wrap gap-1.5">
              {isAccountType(profile.account_type) && (
                <Badge variant={TYPE_TONES[profile.account_type]}>
                  {ACCOUNT_TYPE_LABELS[profile.account_type]}
                </Badge>
              )}
              {isDeleted ? (
                <Badge variant="destructive">{m.account_admin_deleted()}</Badge>
              ) : (
                <>
                  {account.is_locked && (
                    <Badge variant="destructive">
                      <Lock aria-hidden="true" />
                      {m.account_admin_locked()}
                    </Badge>
                  )}
                  {account.email_confirmed_at === null && (
                    <Badge variant="warning">
                      <MailWarning aria-hidden="true" />
                      {m.account_admin_unconfirmed()}
                    </Badge>
                  )}
                </>
              )}
            </span>
          }
        />
      </div>
    </div>
  );
}
