import type { BackOfficeSettings } from './api.ts';
import {
  AGE_LIMIT_FIELDS,
  DELIVERY_FIELDS,
  FOUR_EYES_FIELDS,
  THRESHOLD_FIELDS,
} from './number-fields.ts';
import { NumbersCard } from './numbers-card.tsx';
import { useSaveSettings } from './use-save-settings.ts';
import { m } from '../../paraglide/messages.js';

interface RulesSectionProps {
  adminId: string;
  settings: BackOfficeSettings;
}

/** Four eyes, the thresholds of the checks, the age limits of the queue and the promised delivery times. */
export function RulesSection(props: RulesSectionProps) {
  return (
    <>
      <FourEyes {...props} />
      <Thresholds {...props} />
      <AgeLimits {...props} />
      <DeliveryHours {...props} />
    </>
  );
}

function FourEyes({ adminId, settings }: RulesSectionProps) {
  const { save, isSaving } = useSaveSettings(adminId, settings);
  return (
    <NumbersCard
      id="four-eyes"
      title={m.settings_four_eyes()}
      description={m.settings_four_eyes_description()}
      fields={FOUR_EYES_FIELDS}
      stored={{ amount: settings.fourEyesAmount }}
      isSaving={isSaving}
      onSave={({ amount = null }) => void save({ four_eyes_amount: amount })}
    />
  );
}

function Thresholds({ adminId, settings }: RulesSectionProps) {
  const { save, isSaving } = useSaveSettings(adminId, settings);
  return (
    <NumbersCard
      id="checks"
      title={m.settings_checks()}
      description={m.settings_checks_description()}
      fields={THRESHOLD_FIELDS}
      stored={settings.thresholds}
      isSaving={isSaving}
      onSave={(thresholds) => void save({ thresholds })}
    />
  );
}

function AgeLimits({ adminId, settings }: RulesSectionProps) {
  const { save, isSaving } = useSaveSettings(adminId, settings);
  return (
    <NumbersCard
      id="age-limits"
      title={m.settings_age_limits()}
      description={m.settings_age_limits_description()}
      fields={AGE_LIMIT_FIELDS}
      stored={settings.ageLimits}
      isSaving={isSaving}
      onSave={(limits) => void save({ age_limits: limits })}
    />
  );
}

function DeliveryHours({ adminId, settings }: RulesSectionProps) {
  const { save, isSaving } = useSaveSettings(adminId, settings);
  return (
    <NumbersCard
      id="delivery"
      title={m.settings_delivery()}
      description={m.settings_delivery_description()}
      fields={DELIVERY_FIELDS}
      stored={settings.deliveryHours}
      isSaving={isSaving}
      onSave={(hours) => void save({ delivery_hours: hours })}
    />
  );
}
