import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { codeSchema, type CodeValues } from '../../components/sign-in/one-time-code.schema.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { z } from '../../lib/zod.ts';

const recoveryCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim()),
    ),
    z.string().check(z.minLength(1, 'Enter one of your recovery codes.')),
  ),
});

const kinds = {
  digits: {
    schema: codeSchema,
    label: '6-digit code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    schema: recoveryCodeSchema,
    label: 'Recovery code',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

interface MfaChallengeFormProps {
  kind: keyof typeof kinds;
  /** Verifies the code. Throws the backend's error. */
  verify: (code: string) => Promise<void>;
  /** Called instead of the welcome toast. */
  onVerified?: () => void;
  action?: string;
  /** Other actions for the code. */
  children?: ReactNode;
}

/** Verifies a code of the second factor. The dialog closes when the session changes. */
export function MfaChallengeForm({
  kind,
  verify,
  onVerified,
  action = 'Continue',
  children,
}: MfaChallengeFormProps) {
  const { schema, label, inputMode, autoComplete } = kinds[kind];
  const mutation = useMutation({ mutationFn: verify });
  const form = useForm<CodeValues, unknown, { code: string }>({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
  });

  const { setFocus } = form;
  // The form can replace the button that opened it, and the focus is lost with the button.
  useEffect(() => setFocus('code'), [setFocus]);

  async function submit({ code }: { code: string }) {
    try {
      await mutation.mutateAsync(code);
    } catch (error) {
      const description = errorMessage(error);
      toast({ title: 'Code not accepted', description, variant: 'destructive' });
      form.setError('code', { message: description }, { shouldFocus: true });
      return;
    }
    if (onVerified !== undefined) onVerified();
    else toast({ title: 'Login Successful!', description: 'Welcome back!' });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <TextField
          control={form.control}
          name="code"
          label={label}
          inputMode={inputMode}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="[&_input]:tabular"
        />
        <Button type="submit" className="w-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Checking…' : action}
        </Button>
        {children}
      </form>
    </Form>
  );
}
