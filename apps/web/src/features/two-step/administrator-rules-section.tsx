import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { RemovalDialog } from '../../components/removal-dialog.tsx';
import { TryAgainLink } from '../../components/try-again-link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { hasVerifiedFactor } from '../../lib/second-step.ts';
import { useSession } from '../../session/session-context.ts';
import { administratorRulesQuery, requireOfAdministrators } from './api.ts';
import { SetUpLink } from './set-up-link.tsx';

/** Whether a password alone makes an administrator, and the way to change that. */
export function AdministratorRulesSection() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const adminId = user?.id ?? '';
  const rulesQuery = administratorRulesQuery(adminId);
  const rules = useQuery({ ...rulesQuery, enabled: user !== null });
  if (user === null) return null;

  const change = (isRequired: boolean) => async () => {
    await requireOfAdministrators(adminId, isRequired);
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
          Where it is required, a password alone opens neither this panel nor a review. Every change
          is recorded in the audit log.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap items-center gap-4">
        {rules.data === undefined ? (
          rules.isError ? (
            <p role="alert">
              Whether it is required could not be read.{' '}
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
              question="Stop Requiring Two-Step Verification?"
              consequence="A stolen password of an administrator without it opens this panel again."
              remove={change(false)}
              removedTitle="Two-Step Verification Is Not Required"
              onRemoved={onChanged}
              words={{ act: 'Stop requiring it', acting: 'Saving...', failed: 'Update Failed' }}
            />
          </>
        ) : (
          <>
            <Badge variant="warning">Not required</Badge>
            {hasVerifiedFactor(user) ? (
              <RemovalDialog
                key="require"
                question="Require Two-Step Verification?"
                consequence="Administrators who have none see nothing but the way to set it up."
                remove={change(true)}
                removedTitle="Two-Step Verification Is Required"
                onRemoved={onChanged}
                words={{ act: 'Require it', acting: 'Saving...', failed: 'Update Failed' }}
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
