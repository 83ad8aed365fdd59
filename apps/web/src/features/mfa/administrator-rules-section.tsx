import { RichText } from '../../components/data/rich-text.tsx';
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
import { m } from '../../paraglide/messages.js';

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
          {m.mfa_two_step_verification_for_administrators()}
        </CardTitle>
        <CardDescription>{m.mfa_when_required_administrators_need_second_step()}</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap items-center gap-4">
        {rules.data === undefined ? (
          rules.isError ? (
            <p role="alert">
              {m.mfa_we_couldnt_load_this_setting()}{' '}
              <TryAgainLink onRetry={() => void rules.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-9 w-40" />
          )
        ) : rules.data.isRequired ? (
          <>
            <Badge variant="success">{m.mfa_required()}</Badge>
            <RemovalDialog
              key="stop"
              question={m.mfa_stop_requiring_two_step_verification()}
              consequence={m.mfa_anyone_with_stolen_administrator_password()}
              remove={change(false)}
              removedTitle={m.mfa_two_step_verification_not_required()}
              onRemoved={onChanged}
              words={{
                act: m.mfa_stop_requiring_it(),
                acting: m.common_saving(),
                failed: m.common_update_failed(),
              }}
            />
          </>
        ) : (
          <>
            <Badge variant="warning">{m.mfa_not_required()}</Badge>
            {hasVerifiedFactor(user) ? (
              <RemovalDialog
                key="require"
                question={m.mfa_require_two_step_verification()}
                consequence={m.mfa_administrators_who_havent_set_it_up_will()}
                remove={change(true)}
                removedTitle={m.mfa_two_step_verification_required()}
                onRemoved={onChanged}
                words={{
                  act: m.mfa_require_it(),
                  acting: m.common_saving(),
                  failed: m.common_update_failed(),
                }}
              />
            ) : (
              <p className="text-sm text-muted-foreground">
                <RichText
                  message={m.mfa_to_require_it_set_it_up_first}
                  parts={{ link: <SetUpLink>{m.mfa_set_it_up_for_yourself()}</SetUpLink> }}
                />
              </p>
            )}
          </>
        )}
      </CardContent>
    </Card>
  );
}
