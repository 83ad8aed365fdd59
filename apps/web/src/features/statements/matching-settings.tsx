import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  Card,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from '../../components/ui/card.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { toast } from '../../components/ui/toast-store.ts';
import { m } from '../../paraglide/messages.js';
import { paymentMethodLabel } from '../../payment/payment-method-texts.ts';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { refreshStatements } from './import-api.ts';
import {
  matchingRulesQuery,
  saveMatchingRules,
  type MatchingRules,
  type MethodMatching,
} from './settings-api.ts';

const MAX_EXPIRY_DAYS = 365;
const MIN_RETENTION_DAYS = 30;
const MAX_RETENTION_DAYS = 3650;

/** What payments do by themselves: a section of settings that loads and saves its own values. */
export function MatchingSettings({ adminId }: { adminId: string }) {
  const rules = useQuery(matchingRulesQuery(adminId));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.statements_settings()}</CardTitle>
        <CardDescription>{m.statements_settings_description()}</CardDescription>
      </CardHeader>
      {rules.data !== undefined ? (
        <SettingsForm key={rules.data.updatedAt} adminId={adminId} rules={rules.data} />
      ) : rules.errorUpdateCount > 0 ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.statements_the_settings()}
          query={rules}
        />
      ) : (
        <CardContent>
          <Skeleton className="h-64 w-full" />
        </CardContent>
      )}
    </Card>
  );
}

function SettingsForm({ adminId, rules }: { adminId: string; rules: MatchingRules }) {
  const [methods, setMethods] = useState(rules.methods);
  const [retention, setRetention] = useState(String(rules.retentionDays));
  const [accounts, setAccounts] = useState(rules.accounts.join('\n'));
  const [error, setError] = useState<string | null>(null);
  const retentionId = useId();
  const accountsId = useId();
  const queries = useQueryClient();
  const showError = useChangeErrorToast();
  const saving = useMutation({
    mutationFn: (retentionDays: number) =>
      saveMatchingRules(adminId, {
        id: rules.id,
        methods,
        retentionDays,
        accounts: linesOf(accounts),
      }),
    onSuccess: async () => {
      toast({ title: m.statements_settings_saved() });
      await refreshStatements(queries, adminId);
    },
    onError: (problem) => showError(m.statements_settings_not_saved(), problem),
  });

  function submit() {
    const days = Number(retention);
    const areDaysValid = methods.every(
      ({ expiryDays }) => expiryDays === null || isWhole(expiryDays, 1, MAX_EXPIRY_DAYS),
    );
    if (!areDaysValid) setError(m.statements_expiry_range({ max: MAX_EXPIRY_DAYS }));
    else if (!isWhole(days, MIN_RETENTION_DAYS, MAX_RETENTION_DAYS)) {
      setError(m.statements_retention_range({ min: MIN_RETENTION_DAYS, max: MAX_RETENTION_DAYS }));
    } else {
      setError(null);
      if (!saving.isPending) saving.mutate(days);
    }
  }

  return (
    <form
      noValidate
      aria-label={m.statements_settings()}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CardContent className="flex flex-col gap-6">
        <ul className="flex flex-col divide-y rounded-lg border">
          {methods.map((one) => (
            <MethodRules
              key={one.method}
              rules={one}
              onChange={(changed) =>
                setMethods(methods.map((other) => (other.method === one.method ? changed : other)))
              }
            />
          ))}
        </ul>
        <div className="grid gap-6 sm:grid-cols-2">
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={retentionId}>{m.statements_retention()}</Label>
            <Input
              id={retentionId}
              type="number"
              min={MIN_RETENTION_DAYS}
              max={MAX_RETENTION_DAYS}
              aria-describedby={`${retentionId}-hint`}
              value={retention}
              onChange={({ target }) => setRetention(target.value)}
            />
            <p id={`${retentionId}-hint`} className="text-sm text-muted-foreground">
              {m.statements_retention_hint()}
            </p>
          </div>
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={accountsId}>{m.statements_accounts()}</Label>
            <Textarea
              id={accountsId}
              rows={3}
              aria-describedby={`${accountsId}-hint`}
              value={accounts}
              onChange={({ target }) => setAccounts(target.value)}
            />
            <p id={`${accountsId}-hint`} className="text-sm text-muted-foreground">
              {m.statements_accounts_hint()}
            </p>
          </div>
        </div>
        {error !== null && (
          <p role="alert" className="text-sm font-medium text-destructive-text">
            {error}
          </p>
        )}
        <Button type="submit" className="self-start" busy={saving.isPending}>
          {saving.isPending ? m.common_saving() : m.common_save_changes()}
        </Button>
      </CardContent>
    </form>
  );
}

interface MethodRulesProps {
  rules: MethodMatching;
  onChange: (rules: MethodMatching) => void;
}

function MethodRules({ rules, onChange }: MethodRulesProps) {
  const id = useId();
  const { method, approvesExact, expiryDays, showsQr } = rules;
  return (
    <li className="p-4 sm:px-5">
      <fieldset className="grid items-center gap-x-6 gap-y-3 lg:grid-cols-[10rem_1fr_1fr_auto]">
        <legend className="float-start font-semibold lg:w-40">{paymentMethodLabel(method)}</legend>
        <Switch
          label={m.statements_approve_exact()}
          isOn={approvesExact}
          onChange={(isOn) => onChange({ ...rules, approvesExact: isOn })}
        />
        <Switch
          label={m.statements_show_qr()}
          isOn={showsQr}
          onChange={(isOn) => onChange({ ...rules, showsQr: isOn })}
        />
        <div className="flex items-center gap-2.5">
          <Label htmlFor={id}>{m.statements_expiry_days()}</Label>
          <div className="w-24 shrink-0">
            <Input
              id={id}
              type="number"
              min={1}
              max={MAX_EXPIRY_DAYS}
              placeholder={m.statements_never()}
              value={expiryDays ?? ''}
              onChange={({ target: { value } }) =>
                onChange({ ...rules, expiryDays: value === '' ? null : Number(value) })
              }
            />
          </div>
        </div>
      </fieldset>
    </li>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex items-center gap-2.5 text-[0.9375rem]">
      <input
        type="checkbox"
        className="size-4.5 shrink-0 accent-primary"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** The lines of a text without blanks at their ends, and without empty lines. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
