import { ACCOUNT_TYPE_LABELS, countryLabel, isAccountType } from '@beaconpay/domain';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { DetailList } from '../../components/detail-list.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { WindowSlot } from '../../components/window-slot.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { formatDay, formatPlainDate } from '../../lib/format.ts';
import { onIntent } from '../../lib/on-intent.ts';
import type { Profile } from '../../session/profile.ts';

const loadDialog = () => import('./edit-own-profile-dialog.tsx');
const EditOwnProfileDialog = lazyPart(loadDialog);

interface ProfileDetailsProps {
  profile: Profile;
  email: string | undefined;
}

/** My Profile: what is stored about the person, with the way to change it. */
export function ProfileDetails({ profile, email }: ProfileDetailsProps) {
  const [isEditing, setIsEditing] = useState(false);
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
          {...onIntent(loadDialog)}
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
      <WindowSlot isOpen={isEditing}>
        <EditOwnProfileDialog
          profile={profile}
          email={email}
          isOpen={isEditing}
          onOpenChange={setIsEditing}
        />
      </WindowSlot>
    </Card>
  );
}
