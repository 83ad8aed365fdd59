import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { DialogBody, DialogFooter } from '../../components/ui/dialog.tsx';
import {
  Form,
  FormControl,
  FormDescription,
  FormField,
  FormItem,
  FormLabel,
  FormMessage,
} from '../../components/ui/form.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { useFormRules } from '../../components/ui/use-form-rules.ts';
import { toast } from '../../components/ui/toast-store.ts';
import { PaymentInstructions } from '../../payment/payment-instructions.tsx';
import { PAYMENT_SETTINGS_KEY } from '../../payment/payment-method-texts.ts';
import { shownMethod, type PaymentMethodSetting } from '../../payment/payment-methods.ts';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { savePaymentDetails } from './api.ts';
import { DetailLines } from './detail-lines.tsx';
import { INSTRUCTION_MAX_LENGTH } from './payment-details-limits.ts';
import { valuesOf } from './payment-details-values.ts';
import type { PaymentDetails, PaymentDetailsValues } from './payment-details.schema.ts';
import type { PaymentMethod } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

const loadSchema = () =>
  import('./payment-details.schema.ts').then(({ paymentDetailsSchema }) => paymentDetailsSchema);

interface PaymentDetailsFormProps {
  adminId: string;
  method: PaymentMethod;
  setting: PaymentMethodSetting;
  onClose: () => void;
}

/** The form of one method. It keeps its values after an error. */
export function PaymentDetailsForm({ adminId, method, setting, onClose }: PaymentDetailsFormProps) {
  const showError = useChangeErrorToast();
  const queryClient = useQueryClient();
  const { resolver, submitByRules } = useFormRules(loadSchema);
  const form = useForm<PaymentDetailsValues, unknown, PaymentDetails>({
    resolver,
    defaultValues: valuesOf(setting),
  });
  const saving = useMutation({
    mutationFn: (details: PaymentDetails) => savePaymentDetails(adminId, setting, details),
  });

  async function submit(details: PaymentDetails) {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(details);
      onClose();
      toast({
        title: m.payment_details_payment_details_saved(),
        description: m.payment_details_customers_will_now_see_these_for_method({
          method: method.label,
        }),
      });
    } catch (error) {
      showError(m.common_update_failed(), error);
    }
    await queryClient.invalidateQueries({ queryKey: PAYMENT_SETTINGS_KEY });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={m.payment_details_payment_details_of_method({ method: method.label })}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void submitByRules(form.handleSubmit(submit));
        }}
      >
        <DialogBody className="flex flex-col gap-5">
          <FormField
            control={form.control}
            name="isOffered"
            render={({ field: { value, onChange, ...field } }) => (
              <FormItem>
                <div className="flex min-h-11 items-center gap-3">
                  <FormControl>
                    <input
                      type="checkbox"
                      className="size-5 shrink-0 accent-primary"
                      checked={value}
                      onChange={(event) => onChange(event.target.checked)}
                      {...field}
                    />
                  </FormControl>
                  <FormLabel>
                    {m.payment_details_offer_method_to_customers({ method: method.label })}
                  </FormLabel>
                </div>
                <FormDescription>
                  {m.payment_details_when_off_customers_dont_see_this_method()}
                </FormDescription>
              </FormItem>
            )}
          />
          {method.id === 'card_payment' ? (
            <p className="text-sm text-muted-foreground">
              {m.payment_details_card_payment_is_demonstration_only_no_money()}
            </p>
          ) : (
            <>
              <FormField
                control={form.control}
                name="instruction"
                render={({ field }) => (
                  <FormItem>
                    <FormLabel optional>{m.payment_details_instruction()}</FormLabel>
                    <FormControl>
                      <Textarea
                        rows={2}
                        maxLength={INSTRUCTION_MAX_LENGTH}
                        placeholder={method.instruction}
                        {...field}
                      />
                    </FormControl>
                    <FormMessage />
                  </FormItem>
                )}
              />
              <DetailLines control={form.control} />
              <Preview method={method} control={form.control} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? m.common_saving() : m.common_save_changes()}
          </Button>
        </DialogFooter>
      </form>
    </Form>
  );
}

interface PreviewProps {
  method: PaymentMethod;
  control: Control<PaymentDetailsValues, unknown, PaymentDetails>;
}

/** The price of a card, as an example. */
const SAMPLE_AMOUNT = '15.00';

function Preview({ method, control }: PreviewProps) {
  const { instruction, lines, isOffered } = useWatch({ control }) as PaymentDetailsValues;
  const shown = shownMethod(method, {
    instruction: instruction.trim() || null,
    details: lines.length === 0 ? null : lines,
  });
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-semibold">
        {isOffered
          ? m.payment_details_what_customers_see()
          : m.payment_details_what_customers_would_see()}
      </p>
      <PaymentInstructions method={shown} amount={SAMPLE_AMOUNT} />
    </div>
  );
}
