import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import {
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../ui/form.tsx';
import { Input } from '../ui/input.tsx';

interface TextFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Transformed,
> extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'defaultValue' | 'form'> {
  control: Control<Values, unknown, Transformed>;
  name: Name;
  label: string;
  optional?: boolean;
  /** Validates the filled field on blur, not only on submit. */
  checksWhenLeft?: boolean;
  /** Shown below the field and read by screen readers with it. */
  hint?: ReactNode;
}

/** A labeled one-line field of a form, with its hint and its error. */
export function TextField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Transformed = Values,
>({
  control,
  name,
  label,
  optional = false,
  checksWhenLeft = false,
  hint,
  className,
  ...inputProps
}: TextFieldProps<Values, Name, Transformed>) {
  const { trigger } = useFormContext<Values>();
  return (
    <FormField
      control={control}
      name={name}
      render={({ field }) => (
        <FormItem className={className}>
          <FormLabel optional={optional}>{label}</FormLabel>
          <FormControl>
            <Input
              required={!optional}
              {...inputProps}
              {...field}
              onBlur={(event) => {
                field.onBlur();
                if (checksWhenLeft && event.target.value !== '') void trigger(name);
              }}
            />
          </FormControl>
          {hint !== undefined && <FormDescription>{hint}</FormDescription>}
          <FormMessage />
        </FormItem>
      )}
    />
  );
}
