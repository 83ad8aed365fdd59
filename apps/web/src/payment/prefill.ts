import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Fills the fields that still have their default value. What the customer has typed stays. */
export function prefill<Values extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<Values>, 'getValues' | 'setValue'>,
  defaults: Values,
  values: Partial<Values>,
): void {
  const current = getValues();
  for (const [name, value] of Object.entries(values)) {
    if (current[name] !== defaults[name] || value === '') continue;
    setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}
