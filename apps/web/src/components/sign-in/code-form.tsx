import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { cn } from '../../lib/class-names.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { TextField } from '../fields/text-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { useFailureToast } from '../ui/use-failure-toast.ts';
import { CODE_LENGTH, codeSchema, recoveryCodeSchema, type CodeValues } from './code.schema.ts';
import { m } from '../../paraglide/messages.js';

const KINDS = {
  digits: {
    schema: codeSchema,
    label: m.ui_length_digit_code({ length: CODE_LENGTH }),
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    schema: recoveryCodeSchema,
    label: m.ui_recovery_code(),
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

interface CodeFormProps {
  kind?: keyof typeof KINDS;
  /** Verifies the code. Throws the backend's error. */
  verify: (code: string) => Promise<void>;
  onVerified: () => void;
  action?: string;
  hint?: string;
  /** False if the user needs other content of the dialog before the code. */
  focusesCode?: boolean;
  className?: string;
  /** Other actions for the code. `useFormContext` gives them the form. */
  children?: ReactNode;
}

/** Verifies a code of an email, a text message, an authenticator app or the recovery codes. */
export function CodeForm({
  kind = 'digits',
  verify,
  onVerified,
  action = m.common_continue(),
  hint,
  focusesCode = true,
  className,
  children,
}: CodeFormProps) {
  const { schema, label, inputMode, autoComplete } = KINDS[kind];
  const mutation = useMutation({ mutationFn: verify });
  const failureToast = useFailureToast();
  const form = useForm<CodeValues, unknown, { code: string }>({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
  });

  const { setFocus } = form;
  // The form can replace the button that opened it, and the focus is lost with the button.
  useEffect(() => {
    if (focusesCode) setFocus('code');
  }, [focusesCode, setFocus]);

  async function submit({ code }: { code: string }) {
    try {
      await mutation.mutateAsync(code);
    } catch (error) {
      failureToast.show(m.ui_code_not_accepted(), error);
      form.setError('code', { message: errorMessage(error) }, { shouldFocus: true });
      return;
    }
    failureToast.dismiss();
    onVerified();
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className={cn('flex flex-col base:gap-4', className)}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TextField
          control={form.control}
          name="code"
          label={label}
          hint={hint}
          inputMode={inputMode}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="[&_input]:tabular"
        />
        <Button type="submit" className="w-full" busy={mutation.isPending}>
          {mutation.isPending ? m.ui_checking() : action}
        </Button>
        {children}
      </form>
    </Form>
  );
}
