import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { formatDay } from '../../lib/format.ts';
import { kindNameOf, lastDigitsOf, nameOf, type Factor } from '../../session/mfa/factor-kinds.ts';
import { removeFactor } from './factors-api.ts';
import { FACTOR_ICONS } from './factor-choices.ts';
import { m } from '../../paraglide/messages.js';

interface FactorItemProps {
  factor: Factor;
  isLast: boolean;
  onRemoved: () => void;
}

/** The kind of the factor, unless it is the name, and the date it was added. */
function describe(factor: Factor): string {
  const kind = kindNameOf(factor.factor_type);
  const digits = lastDigitsOf(factor);
  return [
    nameOf(factor) === kind ? '' : kind,
    digits === '' ? '' : m.mfa_ends_in_digits({ digits }),
    m.mfa_added_day({ day: formatDay(factor.created_at) }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
    .replace(/^./, (first) => first.toUpperCase());
}

export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const Icon = FACTOR_ICONS[factor.factor_type];
  return (
    <li className="flex items-center gap-4 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-muted">
        <Icon aria-hidden="true" className="size-5 text-link" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          <bdi>{nameOf(factor)}</bdi>
        </p>
        <p className="text-sm text-muted-foreground">{describe(factor)}</p>
      </div>
      <RemoveFactorDialog
        factorId={factor.id}
        name={nameOf(factor)}
        isLast={isLast}
        onRemoved={onRemoved}
      />
    </li>
  );
}

interface RemoveFactorDialogProps {
  factorId: string;
  name: string;
  /** The user has no other second factor. */
  isLast: boolean;
  /** Moves the focus: the button that opened the dialog is gone. */
  onRemoved: () => void;
}

/** Removes a factor after a confirmation, and after an MFA challenge if the backend requires one. */
function RemoveFactorDialog({ factorId, name, isLast, onRemoved }: RemoveFactorDialogProps) {
  return (
    <RemovalDialog
      question={isLast ? m.mfa_remove_two_step_verification() : m.mfa_remove_name({ name })}
      consequence={
        isLast
          ? m.mfa_youll_log_in_with_just_your_password()
          : m.mfa_youll_use_your_other_methods_instead_devices()
      }
      remove={async () => (await removeFactor(factorId)) === 'removed'}
      removedTitle={isLast ? m.mfa_two_step_verification_is_off() : m.mfa_name_removed({ name })}
      onRemoved={onRemoved}
      label={m.mfa_remove_name_2({ name })}
    />
  );
}
