import { DevicesSection } from '../features/devices/devices-section.tsx';
import { PasskeysSection } from '../features/passkeys/passkeys-section.tsx';
import { ChangePasswordForm } from '../features/personal/change-password-form.tsx';
import { TwoStepSection } from '../features/two-step/two-step-section.tsx';
import { useSession } from '../session/session-context.ts';

/** What keeps an account safe, on the dashboard of every kind of customer. */
export default function AccountSafety() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div>
      <ChangePasswordForm userId={user.id} email={user.email} />
      <TwoStepSection />
      <PasskeysSection />
      <DevicesSection />
    </div>
  );
}
