import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { CODE_LENGTH } from '../../components/sign-in/code-length.ts';
import type { CodeValues } from '../../components/sign-in/one-time-code.schema.ts';
import { TextField } from '../../components/fields/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Form } from '../../components/ui/form.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { toast } from '../../components/ui/toast-store.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { verifyAuthenticator, type AuthenticatorKey } from './factors-api.ts';

const loadSchema = () =>
  import('../../components/sign-in/one-time-code.schema.ts').then(({ codeSchema }) => codeSchema);

interface AuthenticatorFormProps {
  appKey: AuthenticatorKey;
  onAccepted: () => void;
}

/** Shows the key for the authenticator app and takes its first code. */
export function AuthenticatorForm({ appKey, onAccepted }: AuthenticatorFormProps) {
  const { factorId, qrCode, secret } = appKey;
  const mutation = useMutation({ mutationFn: verifyAuthenticator });
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<CodeValues, unknown, { code: string }>({
    resolver,
    defaultValues: { code: '' },
  });

  async function submit({ code }: { code: string }) {
    try {
      await mutation.mutateAsync({ factorId, code });
    } catch (error) {
      const description = errorMessage(error);
      toast({ title: 'Code not accepted', description, variant: 'destructive' });
      form.setError('code', { message: description }, { shouldFocus: true });
      return;
    }
    onAccepted();
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        {/* Dark on light in both themes: cameras need it. */}
        <img
          src={qrCode}
          alt="QR code with the key"
          width={192}
          height={192}
          className="self-center rounded-lg border bg-white"
        />
        <div className="flex items-center gap-2 rounded-lg bg-muted py-2.5 pr-1 pl-4">
          <p className="min-w-0 flex-1">
            <span className="block text-sm text-muted-foreground">Key</span>
            <code className="tabular text-[0.9375rem] break-all">{secret}</code>
          </p>
          <CopyButton value={secret} label="key" />
        </div>
        <TextField
          control={form.control}
          name="code"
          label={`${CODE_LENGTH}-digit code`}
          hint="The app shows a new one every 30 seconds."
          inputMode="numeric"
          autoComplete="one-time-code"
          className="[&_input]:tabular"
        />
        <Button type="submit" className="w-full" busy={mutation.isPending}>
          {mutation.isPending ? 'Checking…' : 'Turn on'}
        </Button>
      </form>
    </Form>
  );
}
