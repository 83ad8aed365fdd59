import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { RemovalDialog } from '../../components/confirmation/removal-dialog.tsx';
import { TryAgainLink } from '../../components/loading/try-again-link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { hasVerifiedFactor } from '../../session/mfa/assurance-level.ts';
import { useSession } from '../../session/session-context.ts';
import { administratorRulesQuery, saveAdministratorRules } from './api.ts';
import { SetUpLink } from './administrator-gate.tsx';

/** Shows and changes whether administrators must have a second factor. */
export function AdministratorRulesSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const adminId = user?.id ?? '';
  const rulesQuery = administratorRulesQuery(adminId);
  const rules = useQuery({ ...rulesQuery, enabled: user !== null });
  if (user === null) return null;

  const change = (isRequired: boolean) => async () => {
    await saveAdministratorRules(adminId, isRequired);
    return true;
  };
  function onChanged() {
    heading.current?.focus();
    void queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="focus:outline-none">
          Two-step verification for administrators
        </CardTitle>
        <CardDescription>
          When required, administrators need a second step to open this panel or review payments.
          Changes are recorded in the audit log.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap items-center gap-4">
        {rules.data === undefined ? (
          rules.isError ? (
            <p role="alert">
              We couldn&apos;t load this setting.{' '}
              <TryAgainLink onRetry={() => void rules.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-9 w-40" />
          )
        ) : rules.data.isRequired ? (
          <>
            <Badge variant="success">Required</Badge>
            <RemovalDialog
              key="stop"
              question="Stop requiring two-step verification?"
              consequence="Anyone with a stolen administrator password could open this panel again."
              remove={change(false)}
              removedTitle="Two-step verification not required"
              onRemoved={onChanged}
              words={{ act: 'Stop requiring it', acting: 'Saving…', failed: 'Update Failed' }}
            />
          </>
        ) : (
          <>
            <Badge variant="warning">Not required</Badge>
            {hasVerifiedFactor(user) ? (
              <RemovalDialog
                key="require"
                question="Require two-step verification?"
                consequence="Administrators who haven't set it up will have to do so before they see anything else."
                remove={change(true)}
                removedTitle="Two-step verification required"
                onRemoved={onChanged}
                words={{ act: 'Require it', acting: 'Saving…', failed: 'Update Failed' }}
              />
            ) : (
              <p className="text-sm text-muted-foreground">
                To require it, <SetUpLink>set it up for yourself</SetUpLink> first.
              </p>
            )}
          </>
        )}
      </CardContent>
    </Card>
  );
}
