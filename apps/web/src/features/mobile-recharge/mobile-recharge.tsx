import { OPERATORS, RECHARGE_TYPE_IDS } from '@beaconpay/domain';
import { Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { useFormDraft } from '../../components/ui/use-form-draft.ts';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { Again } from '../../payment/again.tsx';
import type { RecordAgain } from '../../payment/api.ts';
import { prefill } from '../../payment/prefill.ts';
import { OperatorPicker } from './operator-picker.tsx';
import { RechargeForm } from './recharge-form.tsx';
import { rechargeDefaults } from './recharge.ts';
import type { Recharge, RechargeValues } from './recharge.schema.ts';
import { m } from '../../paraglide/messages.js';

// The code that sends a recharge loads with its schema, because a submission needs both.
const loadSchema = () =>
  Promise.all([import('./recharge.schema.ts'), import('../../payment/api.ts')]).then(
    ([{ rechargeSchema }]) => rechargeSchema,
  );

/** Selects an operator, then recharges. The values survive another selection. */
export function MobileRecharge() {
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<RechargeValues, unknown, Recharge>({
    resolver,
    defaultValues: rechargeDefaults,
  });
  // Before an operator is selected, no Form provides the values.
  useFormDraft(form);
  const operatorId = useWatch({ control: form.control, name: 'operatorId' });
  const operator = OPERATORS.find(({ id }) => id === operatorId);
  const formColumn = useRef<HTMLDivElement>(null);

  /** Scrolls to the form. On narrow screens it appears below the operators, outside the viewport. */
  function goToForm() {
    const column = formColumn.current;
    if (column === null || isInView(column)) return;
    column.scrollIntoView({ block: 'start' });
    column.querySelector('input')?.focus({ preventScroll: true });
  }

  function rechargeAgain({ entered, payment }: RecordAgain) {
    prefill(form, rechargeDefaults, {
      operatorId: OPERATORS.find(({ name }) => name === entered.operator)?.id ?? '',
      phoneNumber: entered.phone_number ?? '',
      amountUsd: entered.amount ?? '',
      type: RECHARGE_TYPE_IDS.find((type) => type === entered.type) ?? rechargeDefaults.type,
      ...payment,
    });
  }

  return (
    <>
      <Again kind="mobile_recharge" onFound={rechargeAgain} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="min-w-0 lg:sticky lg:top-24">
          <OperatorPicker
            value={operatorId}
            onValueChange={(id) => form.setValue('operatorId', id, { shouldDirty: true })}
            onChosen={goToForm}
          />
        </div>
        {operator === undefined ? (
          <Card className="max-lg:hidden">
            <EmptyState
              icon={Smartphone}
              title={m.mobile_recharge_choose_an_operator()}
              description={m.mobile_recharge_then_enter_number_to_top_up_and()}
            />
          </Card>
        ) : (
          <div ref={formColumn} className="min-w-0 scroll-mt-20">
            <RechargeForm form={form} submitByRules={submitByRules} operator={operator} />
          </div>
        )}
      </div>
    </>
  );
}

/** Whether the top of an element is in the upper half of the viewport. */
function isInView(element: HTMLElement): boolean {
  const { top } = element.getBoundingClientRect();
  return top >= 0 && top < window.innerHeight / 2;
}
