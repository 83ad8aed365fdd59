import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { TextField } from '../../components/fields/text-field.tsx';
import { Alert } from '../../components/ui/alert.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Form, FormControl, FormField, FormItem } from '../../components/ui/form.tsx';
import { RadioCard, RadioCards } from '../../components/ui/radio-cards.tsx';
import {
  kindNameOf,
  nameOf,
  type Factor,
  type FactorKind,
} from '../../session/mfa/factor-kinds.ts';
import { factorChoices } from './factor-choices.ts';
import { factorSchema, type FactorRequest } from './factor.schema.ts';
import { m } from '../../paraglide/messages.js';

export interface FactorValues {
  kind: FactorKind;
  name: string;
  phone: string;
}

const ACTIONS: Record<FactorKind, { action: string; acting: string }> = {
  totp: { action: m.common_continue(), acting: m.mfa_preparing() },
  webauthn: { action: m.common_use_security_key(), acting: m.common_waiting_for_your_key() },
  phone: { action: m.common_send_code(), acting: m.common_sending() },
};

/** Why the enrolment did not start, and the field of the error. */
export interface FactorError {
  field: 'name' | 'phone' | null;
  message: string;
}

interface FactorFormProps {
  factors: readonly Factor[];
  values: FactorValues;
  isPending: boolean;
  onChosen: (request: FactorRequest, values: FactorValues) => Promise<FactorError | null>;
}

/** An unused name for another factor of this kind. */
export function freeNameOf(kind: FactorKind, factors: readonly Factor[]): string {
  const taken = factors.map(nameOf);
  const base = kindNameOf(kind);
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base} ${String(number)}`;
  return name;
}

/** Asks for the kind and the name of the new factor. */
export function FactorForm({ factors, values, isPending, onChosen }: FactorFormProps) {
  const choices = factorChoices(factors);
  const form = useForm<FactorValues, unknown, FactorRequest>({
    resolver: zodResolver(factorSchema),
    defaultValues: values,
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const problem = form.formState.errors.root?.message;

  function choose(next: FactorKind) {
    const isOwnName = form.getValues('name') !== freeNameOf(kind, factors);
    form.setValue('kind', next);
    if (!isOwnName) form.setValue('name', freeNameOf(next, factors));
    form.clearErrors();
  }

  async function submit(request: FactorRequest) {
    const refused = await onChosen(request, form.getValues());
    if (refused === null) return;
    form.setError(refused.field ?? 'root', { message: refused.message }, { shouldFocus: true });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        {choices.length > 1 && (
          <FormField
            control={form.control}
            name="kind"
            render={({ field }) => (
              <FormItem>
                <FormControl>
                  <RadioCards
                    aria-label={m.mfa_method()}
                    value={field.value}
                    disabled={isPending}
                    onValueChange={(next) => choose(next as FactorKind)}
                  >
                    {choices.map((choice) => (
                      <RadioCard key={choice.kind} value={choice.kind} disabled={choice.isDisabled}>
                        <span className="font-semibold">{kindNameOf(choice.kind)}</span>
                        <span className="text-sm leading-5 text-muted-foreground">
                          {choice.description}
                        </span>
                      </RadioCard>
                    ))}
                  </RadioCards>
                </FormControl>
              </FormItem>
            )}
          />
        )}
        {kind === 'phone' && (
          <TextField
            control={form.control}
            name="phone"
            label={m.common_phone_number()}
            type="tel"
            autoComplete="tel"
            placeholder="+44 7700 900123"
            hint={m.mfa_include_country_code_your_carrier_may_charge()}
          />
        )}
        <TextField
          control={form.control}
          name="name"
          label={m.common_name()}
          autoComplete="off"
          hint={m.mfa_so_you_can_tell_it_apart_from()}
        />
        {problem !== undefined && !isPending && (
          <Alert variant="destructive" role="alert">
            {problem}
          </Alert>
        )}
        <Button type="submit" className="w-full" busy={isPending}>
          {isPending ? ACTIONS[kind].acting : ACTIONS[kind].action}
        </Button>
      </form>
    </Form>
  );
}
