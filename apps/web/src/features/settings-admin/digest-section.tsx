import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Label } from '../../components/ui/label.tsx';
import { NativeSelect } from '../../components/ui/native-select.tsx';
import { m } from '../../paraglide/messages.js';
import type { BackOfficeSettings } from './api.ts';
import { useSaveSettings } from './use-save-settings.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

interface DigestSectionProps {
  adminId: string;
  settings: BackOfficeSettings;
}

/** When administrators get the figures of the previous day by mail. */
export function DigestSection({ adminId, settings }: DigestSectionProps) {
  const { save, isSaving } = useSaveSettings(adminId, settings);
  return (
    <Card id="digest" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{m.settings_digest()}</CardTitle>
        <CardDescription>{m.settings_digest_description()}</CardDescription>
      </CardHeader>
      <CardContent className="flex max-w-sm flex-col gap-1.5">
        <Label htmlFor="digest-hour">{m.settings_digest_hour()}</Label>
        <NativeSelect
          id="digest-hour"
          value={settings.digestHour ?? ''}
          aria-busy={isSaving}
          onChange={({ target: { value } }) =>
            void save({ digest_hour: value === '' ? null : Number(value) })
          }
        >
          <option value="">{m.settings_digest_off()}</option>
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {`${String(hour).padStart(2, '0')}:00 UTC`}
            </option>
          ))}
        </NativeSelect>
      </CardContent>
    </Card>
  );
}
