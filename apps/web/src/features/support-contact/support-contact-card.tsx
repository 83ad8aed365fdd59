import { useEffect, useState } from 'react';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { fetchSupportContact } from './api.ts';
import { ContactList, contactLinks } from './contact-list.tsx';
import type { SupportContact } from './support-contact.schema.ts';
import { m } from '../../paraglide/messages.js';

type Reading =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'known'; contact: SupportContact };

/**
 * The support contact, after it has loaded. Nothing if the operator entered none. Its space is reserved, so
 * that the footer does not move.
 */
export function SupportContactCard() {
  const [reading, setReading] = useState<Reading>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let isCurrent = true;
    fetchSupportContact().then(
      (contact) => isCurrent && setReading({ state: 'known', contact }),
      () => isCurrent && setReading({ state: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  const isOffered = reading.state === 'known' && contactLinks(reading.contact).length > 0;
  return (
    <div className="min-h-60 pt-6">
      {reading.state === 'failed' && (
        <Alert variant="destructive" role="alert">
          {m.support_contact_we_couldnt_load_our_contact_details()}{' '}
          <TryAgainLink
            onRetry={() => {
              setReading({ state: 'loading' });
              setAttempt(attempt + 1);
            }}
          />
        </Alert>
      )}
      {isOffered && (
        <Card>
          <CardHeader>
            <CardTitle>{m.support_contact_contact_us()}</CardTitle>
          </CardHeader>
          <CardContent className="pt-2 sm:pt-2">
            <ContactList contact={reading.contact} />
          </CardContent>
        </Card>
      )}
    </div>
  );
}
