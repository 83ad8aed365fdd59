import { isAccountType } from '@beaconpay/domain';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { DetailList } from '../../../components/data/detail-list.tsx';
import { lazyComponent } from '../../../boot/lazy-component.ts';
import { LazyDialog } from '../../../components/loading/lazy-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../../components/ui/card.tsx';
import { formatDay, formatPlainDate } from '../../../lib/format.ts';
import { preloadOnIntent } from '../../../boot/chunk-preload.ts';
import { useSession } from '../../../session/session-context.ts';
import { ACCOUNT_TYPE_LABELS } from '../../../lib/account-type-labels.ts';
import { countryLabel } from '../../../lib/country-label.ts';
import { m } from '../../../paraglide/messages.js';

const loadDialog = () => import('./edit-own-profile-dialog.tsx');
const EditOwnProfileDialog = lazyComponent(loadDialog);

/** My Profile: the personal details, and a dialog to edit them. */
export function ProfileCard() {
  const { user, profile } = useSession();
  const [isEditing, setIsEditing] = useState(false);
  if (profile === null) return null;
  const { email } = user;
  const accountType = profile.account_type;
  return (
    <Card>
      <CardHeader className="sm:flex-row sm:items-start sm:justify-between sm:gap-6">
        <div className="flex min-w-0 flex-col gap-1">
          <CardTitle>{m.common_my_profile()}</CardTitle>
          <CardDescription>{m.account_only_you_and_our_administrators_can_see()}</CardDescription>
        </div>
        <Button
          variant="outline"
          className="mt-3 sm:mt-0"
          {...preloadOnIntent(loadDialog)}
          onClick={() => setIsEditing(true)}
        >
          <PencilLine aria-hidden="true" />
          {m.account_edit_profile()}
        </Button>
      </CardHeader>
      <CardContent>
        <DetailList
          details={[
            { label: m.common_full_name(), value: profile.full_name },
            { label: m.common_email(), value: email ?? null },
            { label: m.common_phone_number(), value: profile.phone_number },
            {
              label: m.common_date_of_birth(),
              value: profile.date_of_birth && formatPlainDate(profile.date_of_birth),
            },
            { label: m.common_street_address(), value: profile.street_address },
            { label: m.common_city(), value: profile.city },
            { label: m.common_postal_code(), value: profile.postal_code },
            { label: m.common_country(), value: profile.country && countryLabel(profile.country) },
            {
              label: m.common_account_type(),
              value: isAccountType(accountType) ? ACCOUNT_TYPE_LABELS[accountType] : accountType,
            },
            { label: m.account_customer_since(), value: formatDay(profile.created_at) },
          ]}
        />
      </CardContent>
      <LazyDialog isOpen={isEditing}>
        <EditOwnProfileDialog
          profile={profile}
          email={email}
          isOpen={isEditing}
          onOpenChange={setIsEditing}
        />
      </LazyDialog>
    </Card>
  );
}
