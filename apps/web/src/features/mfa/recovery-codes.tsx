import { RichText } from '../../components/data/rich-text.tsx';
import { Printer } from 'lucide-react';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { errorMessage } from '../../lib/error-message.ts';
import { m } from '../../paraglide/messages.js';

interface RecoveryCodesProps {
  /** Undefined while they are created. */
  codes: readonly string[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onDone: () => void;
}

/** Shows the new codes. They cannot be shown again. */
export function RecoveryCodes({ codes, error, onRetry, onDone }: RecoveryCodesProps) {
  if (error !== null) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Alert variant="destructive" role="alert">
          {errorMessage(error)} {m.mfa_we_couldnt_create_your_recovery_codes()}
        </Alert>
        <Button variant="outline" onClick={onRetry}>
          {m.common_try_again()}
        </Button>
      </div>
    );
  }
  if (codes === undefined) {
    return (
      <p role="status" className="flex items-center gap-3 py-10">
        <Spinner />
        {m.common_loading()}
      </p>
    );
  }
  return (
    <div data-print="only" className="flex flex-col gap-5">
      <p className="leading-7">
        <RichText
          message={m.mfa_each_code_works_once}
          parts={{ warning: <strong>{m.mfa_we_wont_show_them_again()}</strong> }}
        />
      </p>
      <div className="flex items-start gap-2 rounded-lg bg-muted py-3 pe-1 ps-4">
        <ul
          aria-label={m.mfa_recovery_codes()}
          className="grid flex-1 gap-x-6 gap-y-1 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>
              <code className="tabular text-[0.9375rem] whitespace-nowrap">{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton value={codes.join('\n')} label={m.mfa_recovery_codes_2()} />
      </div>
      <div data-print="hidden" className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {m.common_print()}
        </Button>
        <Button onClick={onDone}>{m.mfa_ive_saved_them()}</Button>
      </div>
    </div>
  );
}
