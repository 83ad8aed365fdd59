import { formatDay } from '../../lib/format.ts';
import { kindNameOf, lastDigitsOf, nameOf, type Factor } from '../../session/mfa/factor-kinds.ts';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { FACTOR_ICONS } from './factor-choices.ts';

interface FactorItemProps {
  factor: Factor;
  isLast: boolean;
  onRemoved: () => void;
}

/** What sort of thing it is and since when; its kind goes without saying where it is the name. */
function describe(factor: Factor): string {
  const kind = kindNameOf(factor.factor_type);
  const digits = lastDigitsOf(factor);
  return [
    nameOf(factor) === kind ? '' : kind,
    digits === '' ? '' : `ends in ${digits}`,
    `added ${formatDay(factor.created_at)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
    .replace(/^./, (first) => first.toUpperCase());
}

/** One way to verify in the list of them. */
export function FactorItem({ factor, isLast, onRemoved }: FactorItemProps) {
  const Icon = FACTOR_ICONS[factor.factor_type];
  return (
    <li className="flex items-center gap-4 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-muted">
        <Icon aria-hidden="true" className="size-5 text-link" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{nameOf(factor)}</p>
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
