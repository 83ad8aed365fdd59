import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DevicesSection } from '../features/account/devices/devices-section.tsx';
import { PasskeysSection } from '../features/account/passkeys/passkeys-section.tsx';
import { ChangePasswordCard } from '../features/account/password/new-password-form.tsx';
import { MfaSection } from '../features/mfa/mfa-section.tsx';
import { useSession } from '../session/session-context.ts';

/**
 * The security settings of an account, on each customer dashboard. Links refer to the sections by their ids.
 */
export default function AccountSafety() {
  const { user } = useSession();
  const { hash } = useLocation();
  const sections = useRef<HTMLDivElement>(null);

  // These sections load after the router has scrolled, so the link's section is scrolled to here.
  useEffect(() => {
    const linked = [...(sections.current?.children ?? [])].find(({ id }) => `#${id}` === hash);
    if (!(linked instanceof HTMLElement)) return;
    linked.scrollIntoView();
    linked.focus({ preventScroll: true });
  }, [hash]);

  if (user === null) return null;
  return (
    <div ref={sections}>
      <Section id="password">
        <ChangePasswordCard userId={user.id} email={user.email} />
      </Section>
      <Section id="two-step">
        <MfaSection />
      </Section>
      <Section id="passkeys">
        <PasskeysSection />
      </Section>
      <Section id="devices">
        <DevicesSection />
      </Section>
    </div>
  );
}

function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-16 focus:outline-none">
      {children}
    </div>
  );
}
