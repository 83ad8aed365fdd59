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
          <CardTitle>Support contact</CardTitle>
          <CardDescription>
            Shown on the Support and Contact pages, where every “Contact support” link leads.
            Changes are recorded in the audit log.
          </CardDescription>
        </div>
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          aria-label="Edit support contact"
          disabled={contact.data === undefined}
          {...preloadOnIntent(loadDialog)}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      </CardHeader>
      {contact.errorUpdateCount > 0 && contact.data === undefined ? (
        <LoadError title="Error fetching data" what="the support contact" query={contact} />
      ) : (
        <CardContent className="pt-3 sm:pt-3">
          {contact.data === undefined ? (
            <Skeleton className="h-12 w-72 max-w-full" />
          ) : contactLinks(contact.data).length > 0 ? (
            <ContactList contact={contact.data} />
          ) : (
            <p className="flex min-h-12 items-center">
              No contact yet. Customers can&apos;t reach you from the app.
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
