import { useId, type ComponentProps, type ReactNode } from 'react';
import { useSearchParamState } from '../../lib/use-search-param-state.ts';
import { m } from '../../paraglide/messages.js';
import { Input } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';
import { NativeSelect } from '../ui/native-select.tsx';

/** A position belongs to one filter. Another filter starts at the first page. */
export const FIRST_PAGE = { after: '' };

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterProps {
  /** The query parameter. */
  name: string;
  /** Empty for no filter. */
  value: string;
  children: ReactNode;
}

interface FilterSelectProps extends FilterProps {
  options: readonly FilterOption[];
  /** False for a choice that always has a value, such as the sort. */
  hasAny?: boolean;
}

/** A filter with fixed choices. Each choice is a change of the URL. */
export function FilterSelect({ name, value, options, hasAny = true, children }: FilterSelectProps) {
  const { write } = useSearchParamState();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{children}</Label>
      <NativeSelect
        id={id}
        value={value}
        onChange={({ target }) => write({ ...FIRST_PAGE, [name]: target.value })}
      >
        {hasAny && <option value="">{m.records_any()}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

type FilterInputProps = FilterProps & Omit<ComponentProps<'input'>, 'name' | 'value'>;

/** Writes the URL when the user leaves the field or presses Enter, not with each digit of a year. */
export function FilterInput({ name, value, children, ...input }: FilterInputProps) {
  const { write } = useSearchParamState();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id}>{children}</Label>
      <Input
        key={value}
        id={id}
        defaultValue={value}
        onBlur={({ target }) => write({ ...FIRST_PAGE, [name]: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') write({ ...FIRST_PAGE, [name]: currentTarget.value });
        }}
        {...input}
      />
    </div>
  );
}
