import { RECORD_STATUSES } from '@beaconpay/domain';
import { Inbox } from 'lucide-react';
import type { ComponentProps } from 'react';
import { LoadError } from '../components/loading/load-error.tsx';
import { LogInNotice } from '../components/sign-in/log-in-notice.tsx';
import { ProcessingTime, SimulationNotice } from '../components/simulation/simulation-notices.tsx';
import { StatusBadge } from '../components/data/status-badge.tsx';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { Badge } from '../components/ui/badge.tsx';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';
import { toast, toastFailure } from '../components/ui/toast-store.ts';
import { Specimen, SpecimenSection } from './specimen.tsx';

/** Records, so that a new variant without a specimen is a type error. */
const ALERTS: Record<NonNullable<ComponentProps<typeof Alert>['variant']>, string> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  destructive: 'Destructive',
};
const BADGES: Record<NonNullable<ComponentProps<typeof Badge>['variant']>, string> = {
  neutral: 'Neutral',
  success: 'Success',
  warning: 'Warning',
  destructive: 'Destructive',
  accent: 'Accent',
  outline: 'Outline',
};

const alerts = Object.entries(ALERTS) as [keyof typeof ALERTS, string][];
const badges = Object.entries(BADGES) as [keyof typeof BADGES, string][];
const refetch = () => undefined;

export function NoticeSpecimens() {
  return (
    <>
      <SpecimenSection title="Alerts">
        {alerts.map(([variant, name]) => (
          <Alert key={variant} variant={variant}>
            <AlertTitle>{name}</AlertTitle>
            <AlertDescription>What happened, and what to do next.</AlertDescription>
          </Alert>
        ))}
        <SimulationNotice />
        <LogInNotice onLogIn={refetch} onSignUp={refetch}>
          Log in to order a card.
        </LogInNotice>
        <ProcessingTime>Transfers usually take one working day.</ProcessingTime>
      </SpecimenSection>
      <SpecimenSection title="Badges">
        <Specimen label="Variants">
          {badges.map(([variant, name]) => (
            <Badge key={variant} variant={variant}>
              {name}
            </Badge>
          ))}
        </Specimen>
        <Specimen label="Status of a record">
          {[...RECORD_STATUSES, 'pending', 'failed'].map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Specimen>
      </SpecimenSection>
      <SpecimenSection title="Empty states">
        <EmptyState icon={Inbox} title="No records yet" />
        <EmptyState
          icon={Inbox}
          title="No cards yet"
          description="Order a virtual card to see it here."
          action={<Button>Order a card</Button>}
        />
        <LoadError
          title="Users unavailable"
          what="the users"
          query={{ isFetching: false, refetch }}
        />
        <LoadError
          title="Users unavailable, loading again"
          what="the users"
          query={{ isFetching: true, refetch }}
        />
      </SpecimenSection>
      <SpecimenSection title="Toasts">
        <Specimen label="One toast at a time">
          <Button
            variant="outline"
            onClick={() => toast({ title: 'Saved', description: 'Your profile is up to date.' })}
          >
            Show a toast
          </Button>
          <Button
            variant="outline"
            onClick={() => toastFailure('Update failed', new Error('The name is too long.'))}
          >
            Show an error toast
          </Button>
        </Specimen>
      </SpecimenSection>
    </>
  );
}
