import type { ReactNode } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../ui/form.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

interface PasswordFieldProps<Values extends FieldValues, Transformed> {
  control: Control<Values, unknown, Transformed>;
  name: FieldPath<Values>;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Shown below the field and read by screen readers with it. */
  hint?: ReactNode;
  isOptional?: boolean;
}

/** A labeled password field of a form, with its hint and its error. */
export function PasswordField<Values extends FieldValues, Transformed = Values>({
  control,
  name,
  label,
  autoComplete,
  hint,
  isOptional = false,
}: PasswordFieldProps<Values, Transformed>) {
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem>
          <FormLabel optional={isOptional}>{label}</FormLabel>
          <FormControl>
            <PasswordInput autoComplete={autoComplete} required={!isOptional} {...field} />
          </FormControl>
          {hint !== undefined && <FormDescription>{hint}</FormDescription>}
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
