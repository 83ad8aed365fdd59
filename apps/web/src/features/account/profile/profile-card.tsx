import { ACCOUNT_TYPE_LABELS, countryLabel, isAccountType } from '@beaconpay/domain';
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
          <CardTitle>My Profile</CardTitle>
          <CardDescription>Only you and our administrators can see these details.</CardDescription>
        </div>
        <Button
          variant="outline"
          className="mt-3 sm:mt-0"
          {...preloadOnIntent(loadDialog)}
          onClick={() => setIsEditing(true)}
        >
          <PencilLine aria-hidden="true" />
          Edit Profile
        </Button>
      </CardHeader>
      <CardContent>
        <DetailList
          details={[
            { label: 'Full name', value: profile.full_name },
            { label: 'Email', value: email ?? null },
            { label: 'Phone number', value: profile.phone_number },
            {
              label: 'Date of birth',
              value: profile.date_of_birth && formatPlainDate(profile.date_of_birth),
            },
            { label: 'Street address', value: profile.street_address },
            { label: 'City', value: profile.city },
            { label: 'Postal code', value: profile.postal_code },
            { label: 'Country', value: profile.country && countryLabel(profile.country) },
            {
              label: 'Account type',
              value: isAccountType(accountType) ? ACCOUNT_TYPE_LABELS[accountType] : accountType,
            },
            { label: 'Customer since', value: formatDay(profile.created_at) },
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
