import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { codeSchema, type CodeValues } from '../components/one-time-code.schema.ts';
import { TextField } from '../components/text-field.tsx';
import { Button } from '../components/ui/button.tsx';
import { Form } from '../components/ui/form.tsx';
import { useToast } from '../components/ui/use-toast.ts';
import { errorMessage } from '../lib/error-message.ts';
import { spendRecoveryCode } from '../lib/recovery-codes.ts';
import { z } from '../lib/zod.ts';
import { verifyAppCode } from './second-step.ts';

const recoveryCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim()),
    ),
    z.string().check(z.minLength(1, 'Enter one of your recovery codes.')),
  ),
});

const ways = {
  app: {
    schema: codeSchema,
    verify: verifyAppCode,
    label: '6-digit code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: 'Use a recovery code',
  },
  recovery: {
    schema: recoveryCodeSchema,
    verify: spendRecoveryCode,
    label: 'Recovery code',
    inputMode: 'text',
    autoComplete: 'off',
    other: 'Use the code from your app',
  },
} as const;

export type SecondStepWay = keyof typeof ways;

interface SecondStepFormProps {
  way: SecondStepWay;
  onOtherWay: () => void;
}

/** Takes the code of the second step; the dialog around it closes once the session has it. */
export function SecondStepForm({ way, onOtherWay }: SecondStepFormProps) {
  const { schema, verify, label, inputMode, autoComplete, other } = ways[way];
  const { toast } = useToast();
  const mutation = useMutation({ mutationFn: verify });
  const form = useForm<CodeValues, unknown, { code: string }>({
    resolver: zodResolver(schema),
    defaultValues: { code: '' },
  });

  async function submit({ code }: { code: string }) {
    try {
      await mutation.mutateAsync(code);
      toast({ title: 'Login Successful!', description: 'Welcome back!' });
    } catch (error) {
      const description = errorMessage(error);
      form.setError('code', { message: description }, { shouldFocus: true });
      toast({ title: 'Code Not Accepted', description, variant: 'destructive' });
    }
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
          {mutation.isPending ? 'Checking...' : 'Continue'}
        </Button>
        <Button variant="link" size="sm" className="self-center" onClick={onOtherWay}>
          {other}
        </Button>
      </form>
    </Form>
  );
}
