import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { LANGUAGES } from '../../lib/languages.ts';
import { m } from '../../paraglide/messages.js';
import { MailTextForm } from './mail-text-form.tsx';
import { builtInTextQuery, mailTextQuery, type MailChoice } from './mail-texts-api.ts';

const MAILS: Readonly<Record<string, string>> = {
  received: m.settings_mail_received(),
  needs_action: m.settings_mail_needs_action(),
  approved: m.settings_mail_approved(),
  rejected: m.settings_mail_rejected(),
  corrected_approved: m.settings_mail_corrected_approved(),
  corrected_rejected: m.settings_mail_corrected_rejected(),
  card_delivered: m.settings_mail_card_delivered(),
  top_up_delivered: m.settings_mail_top_up_delivered(),
};

/** The subject and the text of each mail to customers, in each language. */
export function MailTextsSection({ adminId }: { adminId: string }) {
  const [choice, setChoice] = useState<MailChoice>({ kind: 'received', locale: 'en' });
  return (
    <Card id="mails" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{m.settings_mails()}</CardTitle>
        <CardDescription>{m.settings_mails_description()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <div className="flex flex-col gap-1.5">
            <Label htmlFor="mail-kind">{m.settings_mail()}</Label>
            <NativeSelect
              id="mail-kind"
              value={choice.kind}
              onChange={({ target }) => setChoice({ ...choice, kind: target.value })}
            >
              {Object.entries(MAILS).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          </div>
          <div className="flex flex-col gap-1.5">
            <Label htmlFor="mail-locale">{m.settings_language()}</Label>
            <NativeSelect
              id="mail-locale"
              value={choice.locale}
              onChange={({ target }) => setChoice({ ...choice, locale: target.value })}
            >
              {LANGUAGES.map(({ tag, name }) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </div>
        </div>
        <Chosen key={`${choice.kind} ${choice.locale}`} adminId={adminId} choice={choice} />
      </CardContent>
    </Card>
  );
}

function Chosen({ adminId, choice }: { adminId: string; choice: MailChoice }) {
  const stored = useQuery(mailTextQuery(adminId, choice));
  const builtIn = useQuery(builtInTextQuery(choice));
  if (stored.data !== undefined && builtIn.data !== undefined) {
    return (
      <MailTextForm
        key={stored.data === null ? 'built-in' : 'own'}
        adminId={adminId}
        choice={choice}
        stored={stored.data}
        builtIn={builtIn.data}
      />
    );
  }
  const failed = [stored, builtIn].find(({ isError }) => isError);
  return failed === undefined ? (
    <Skeleton className="h-96 w-full" />
  ) : (
    <LoadError
      title={m.common_error_fetching_data()}
      what={m.settings_the_mail_text()}
      query={failed}
    />
  );
}
