import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { useSession } from '../../session/session-context.ts';
import { fetchSupportContact, SUPPORT_CONTACT_KEY } from './api.ts';
import { ContactList, contactLinks } from './contact-list.tsx';
import { m } from '../../paraglide/messages.js';

const loadDialog = () => import('./support-contact-dialog.tsx');
const SupportContactDialog = lazyComponent(loadDialog);

/** The support contact of customers, with a button that changes it. */
export function SupportContactSection() {
  const { user } = useSession();
  const contact = useQuery({ queryKey: SUPPORT_CONTACT_KEY, queryFn: fetchSupportContact });
  const [isEditing, setIsEditing] = useState(false);

  return (
    <Card>
      <CardHeader className="gap-4 sm:flex-row sm:items-start sm:justify-between">
        <div className="flex flex-col gap-1">
          <CardTitle>{m.support_contact_support_contact()}</CardTitle>
          <CardDescription>
            {m.support_contact_shown_on_support_and_contact_pages_where()}
          </CardDescription>
        </div>
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          aria-label={m.support_contact_edit_support_contact()}
          disabled={contact.data === undefined}
          {...preloadOnIntent(loadDialog)}
          onClick={() => setIsEditing(true)}
        >
          {m.common_edit()}
        </Button>
      </CardHeader>
      {contact.errorUpdateCount > 0 && contact.data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.support_contact_the_support_contact()}
          query={contact}
        />
      ) : (
        <CardContent className="pt-3 sm:pt-3">
          {contact.data === undefined ? (
            <Skeleton className="h-12 w-72 max-w-full" />
          ) : contactLinks(contact.data).length > 0 ? (
            <ContactList contact={contact.data} />
          ) : (
            <p className="flex min-h-12 items-center">
              {m.support_contact_no_contact_yet_customers_cant_reach_you()}
            </p>
          )}
        </CardContent>
      )}
      {user !== null && contact.data !== undefined && (
        <LazyDialog isOpen={isEditing}>
          <SupportContactDialog
            adminId={user.id}
            contact={contact.data}
            isOpen={isEditing}
            onOpenChange={setIsEditing}
          />
        </LazyDialog>
      )}
    </Card>
  );
}
