import { isAccountType } from '@beaconpay/domain';
import { DetailList } from '../../components/data/detail-list.tsx';
import { EmailText } from '../../components/data/email-text.tsx';
import { Reference } from '../../components/data/reference.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { ACCOUNT_TYPE_LABELS } from '../../lib/account-type-labels.ts';
import { countryLabel } from '../../lib/country-label.ts';
import { formatList, formatTimestamp } from '../../lib/format.ts';
import { m } from '../../paraglide/messages.js';
import type { Customer } from './customer-api.ts';

const FACTOR_LABELS: Partial<Record<string, string>> = {
  totp: m.account_admin_factor_totp(),
  phone: m.account_admin_factor_phone(),
  webauthn: m.account_admin_factor_webauthn(),
};

/** Who the customer is, and the state of the account. */
export function ProfileCard({ customer: { id, profile, account } }: { customer: Customer }) {
  const isDeleted = account.deleted_at !== null;
  const type = profile.account_type;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.account_admin_profile()}</CardTitle>
      </CardHeader>
      <CardContent>
        <DetailList
          details={[
            { label: m.common_full_name(), value: profile.full_name },
            {
              label: m.common_email(),
              value:
                isDeleted || account.email === null ? null : <EmailText email={account.email} />,
            },
            { label: m.common_phone_number(), value: profile.phone_number },
            { label: m.common_country(), value: profile.country && countryLabel(profile.country) },
            {
              label: m.common_account_type(),
              value: isAccountType(type) ? ACCOUNT_TYPE_LABELS[type] : type,
            },
            ...(type === 'business'
              ? [{ label: m.account_company_name(), value: profile.company_name }]
              : []),
            { label: m.account_admin_state(), value: stateOf(account) },
            { label: m.account_admin_created(), value: formatTimestamp(account.created_at) },
            {
              label: m.account_admin_email_confirmed(),
              value:
                account.email_confirmed_at === null
                  ? m.account_admin_not_yet()
                  : formatTimestamp(account.email_confirmed_at),
            },
            {
              label: m.account_admin_last_login(),
              value:
                account.last_sign_in_at === null
                  ? m.account_admin_not_yet()
                  : formatTimestamp(account.last_sign_in_at),
            },
            {
              label: m.common_two_step_verification(),
              value:
                account.second_factors.length === 0
                  ? m.account_admin_factors_none()
                  : formatList(account.second_factors.map((kind) => FACTOR_LABELS[kind] ?? kind)),
            },
            { label: m.admin_id(), value: <Reference value={id} label={m.admin_id()} /> },
          ]}
        />
      </CardContent>
    </Card>
  );
}

function stateOf(account: Customer['account']): string {
  if (account.deleted_at !== null) return m.account_admin_deleted();
  return account.is_locked ? m.account_admin_locked() : m.account_admin_active();
}
