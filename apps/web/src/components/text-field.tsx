import type { ComponentProps, ReactNode } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from './ui/form.tsx';
import { Input } from './ui/input.tsx';

interface TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> extends Omit<
  ComponentProps<'input'>,
  'name' | 'value' | 'defaultValue' | 'form'
> {
  control: Control<Values>;
  name: Name;
  label: string;
  optional?: boolean;
  /** Stands below the field and is read out with it. */
  hint?: ReactNode;
}

/** A labeled one-line field of a form, with its hint and its error. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  optional = false,
  hint,
  className,
  ...inputProps
}: TextFieldProps<Values, Name>) {
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem className={className}>
          <FormLabel optional={optional}>{label}</FormLabel>
          <FormControl>
            <Input required={!optional} {...inputProps} {...field} />
          </FormControl>
          {hint !== undefined && <FormDescription>{hint}</FormDescription>}
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
