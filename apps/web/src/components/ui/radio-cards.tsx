import { createContext, use, useId, useMemo, type ComponentProps, type ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface RadioCardsWiring {
  name: string;
  value: string | null;
  onValueChange: (value: string) => void;
  isDisabled: boolean;
}

const RadioCardsContext = createContext<RadioCardsWiring | null>(null);

interface RadioCardsProps extends Omit<ComponentProps<'div'>, 'onChange' | 'role'> {
  /** The selected value. Null or an empty string if there is none. */
  value: string | null;
  onValueChange: (value: string) => void;
  disabled?: boolean;
}

/** A group of radios as cards. Label the group with `aria-label(ledby)`. */
export function RadioCards({
  className,
  value,
  onValueChange,
  disabled = false,
  ...props
}: RadioCardsProps) {
  const name = useId();
  const wiring = useMemo(
    () => ({ name, value, onValueChange, isDisabled: disabled }),
    [name, value, onValueChange, disabled],
  );
  return (
    <RadioCardsContext value={wiring}>
      <div
        data-slot="radio-cards"
        role="radiogroup"
        className={cn('grid base:gap-3', className)}
        {...props}
      />
    </RadioCardsContext>
  );
}

interface RadioCardProps {
  value: string;
  /** The content, which is the accessible name unless one of the props below is set. */
  children: ReactNode;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string;
  className?: string;
  disabled?: boolean;
}

/** One radio. The whole card is the target of the native radio inside. */
export function RadioCard({
  value,
  children,
  className,
  disabled = false,
  ...inputProps
}: RadioCardProps) {
  const group = use(RadioCardsContext);
  if (group === null) throw new Error('RadioCard belongs inside RadioCards.');
  const isChecked = group.value === value;
  return (
    <label
      data-slot="radio-card"
      data-state={isChecked ? 'checked' : 'unchecked'}
      className={cn(
        'group relative flex min-h-11 w-full min-w-0 base:items-start base:gap-3 rounded-lg border border-input/60 bg-card base:p-4 text-start shadow-xs select-none',
        'transition-[border-color,background-color,box-shadow] hover:border-input',
        'has-checked:border-ring has-checked:bg-muted has-checked:ring-1 has-checked:ring-ring',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:opacity-55',
        className,
      )}
    >
      <input
        type="radio"
        name={group.name}
        value={value}
        checked={isChecked}
        disabled={disabled || group.isDisabled}
        className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border-2 border-input bg-field checked:border-6 checked:border-ring focus-visible:outline-none"
        onChange={() => group.onValueChange(value)}
        {...inputProps}
      />
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
    </label>
  );
}
