import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { DetailList } from '../../../components/data/detail-list.tsx';
import { PersonAvatar } from '../../../components/data/person-avatar.tsx';
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
import { preloadOnIntent } from '../../../boot/chunk-preload.ts';
import { avatarLetters } from '../../../session/avatar-letters.ts';
import { useSession } from '../../../session/session-context.ts';
import { webAddressOf } from './web-address.ts';
import { m } from '../../../paraglide/messages.js';

const loadDialog = () => import('./edit-company-dialog.tsx');
const EditCompanyDialog = lazyComponent(loadDialog);

/** The company details, and a dialog to edit them. */
export function CompanyCard() {
  const { user, profile } = useSession();
  const [isEditing, setIsEditing] = useState(false);
  if (profile === null) return null;
  const { email } = user;
  const letters = avatarLetters(profile.company_name ?? profile.full_name, email);
  return (
    <Card>
      <CardHeader className="gap-4 sm:flex-row sm:items-center">
        <PersonAvatar
          address={profile.avatar_url}
          letters={letters}
          className="size-14 rounded-lg text-lg"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <CardTitle>{m.account_company_information()}</CardTitle>
          <CardDescription>{m.account_only_you_and_our_administrators_can_see()}</CardDescription>
        </div>
        <Button
          variant="outline"
          {...preloadOnIntent(loadDialog)}
          onClick={() => setIsEditing(true)}
        >
          <PencilLine aria-hidden="true" />
          {m.account_edit_company()}
        </Button>
      </CardHeader>
      <CardContent>
        <DetailList
          className="lg:grid-cols-3"
          details={[
            { label: m.account_company_name(), value: profile.company_name },
            { label: m.account_registration_number(), value: profile.company_registration_number },
            { label: m.account_company_phone(), value: profile.company_phone },
            { label: m.account_company_address(), value: profile.company_address },
            {
              label: m.account_website(),
              value: profile.company_website && <Website text={profile.company_website} />,
            },
            { label: m.account_contact(), value: profile.full_name },
            { label: m.common_email(), value: email ?? null },
          ]}
        />
      </CardContent>
      <LazyDialog isOpen={isEditing}>
        <EditCompanyDialog
          profile={profile}
          letters={letters}
          isOpen={isEditing}
          onOpenChange={setIsEditing}
        />
      </LazyDialog>
    </Card>
  );
}

function Website({ text }: { text: string }) {
  const href = webAddressOf(text);
  if (href === null) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="break-all text-link underline-offset-4 hover:underline"
    >
      {text}
    </a>
  );
}
