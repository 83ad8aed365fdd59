import { CodeForm } from '../../components/sign-in/code-form.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { verifyAuthenticator, type AuthenticatorKey } from './factors-api.ts';
import { m } from '../../paraglide/messages.js';

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
        alt={m.mfa_qr_code_with_key()}
        width={192}
        height={192}
        className="self-center rounded-lg border bg-white"
      />
      <div className="flex items-center gap-2 rounded-lg bg-muted py-2.5 pe-1 ps-4">
        <p className="min-w-0 flex-1">
          <span className="block text-sm text-muted-foreground">{m.mfa_key()}</span>
          <code className="tabular text-[0.9375rem] break-all">{secret}</code>
        </p>
        <CopyButton value={secret} label={m.mfa_key_2()} />
      </div>
      <CodeForm
        className="gap-5"
        hint={m.mfa_app_shows_new_one_every_30_seconds()}
        action={m.mfa_turn_on()}
        // The user scans the QR code first.
        focusesCode={false}
        verify={(code) => verifyAuthenticator({ factorId, code })}
        onVerified={onAccepted}
      />
    </div>
  );
}
