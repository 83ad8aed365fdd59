import { CodeForm } from '../../components/sign-in/code-form.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { verifyAuthenticator, type AuthenticatorKey } from './factors-api.ts';

interface AuthenticatorFormProps {
  appKey: AuthenticatorKey;
  onAccepted: () => void;
}

/** Shows the key for the authenticator app and takes its first code. */
export function AuthenticatorForm({ appKey, onAccepted }: AuthenticatorFormProps) {
  const { factorId, qrCode, secret } = appKey;
  return (
    <div className="flex flex-col gap-5">
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
      <CodeForm
        className="gap-5"
        hint="The app shows a new one every 30 seconds."
        action="Turn on"
        // The user scans the QR code first.
        focusesCode={false}
        verify={(code) => verifyAuthenticator({ factorId, code })}
        onVerified={onAccepted}
      />
    </div>
  );
}
