import type { PaymentMethod } from '@beaconpay/domain';
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
import {
  PAYMENT_SETTINGS_KEY,
  shownMethod,
  type PaymentMethodSetting,
} from '../../payment/payment-methods.ts';
import { useChangeErrorToast } from '../../session/require-session.ts';
import { savePaymentDetails } from './api.ts';
import { DetailLines } from './detail-lines.tsx';
import { INSTRUCTION_MAX_LENGTH } from './payment-details-limits.ts';
import { valuesOf } from './payment-details-values.ts';
import type { PaymentDetails, PaymentDetailsValues } from './payment-details.schema.ts';

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
        title: 'Payment details saved',
        description: `Customers will now see these for ${method.label}.`,
      });
    } catch (error) {
      showError('Update Failed', error);
    }
    await queryClient.invalidateQueries({ queryKey: PAYMENT_SETTINGS_KEY });
  }

  return (
    <Form {...form}>
      <form
        noValidate
        aria-label={`Payment details of ${method.label}`}
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
                  <FormLabel>Offer {method.label} to customers</FormLabel>
                </div>
                <FormDescription>
                  When off, customers don&apos;t see this method and can&apos;t use it for new
                  orders or recharges.
                </FormDescription>
              </FormItem>
            )}
          />
          {method.id === 'card_payment' ? (
            <p className="text-sm text-muted-foreground">
              Card payment is a demonstration only. No money is collected, so it needs no details.
            </p>
          ) : (
            <>
              <FormField
                control={form.control}
                name="instruction"
                render={({ field }) => (
                  <FormItem>
                    <FormLabel optional>Instruction</FormLabel>
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
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending}>
            {saving.isPending ? 'Saving…' : 'Save Changes'}
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
        {isOffered ? 'What customers see' : 'What customers would see'}
      </p>
      <PaymentInstructions method={shown} amount={SAMPLE_AMOUNT} />
    </div>
  );
}
