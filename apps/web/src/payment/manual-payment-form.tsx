import { useRef, type ReactNode, type SubmitEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { LogInNotice } from '../components/sign-in/log-in-notice.tsx';
import { lazyComponent } from '../boot/lazy-component.ts';
import { ChunkBoundary } from '../components/loading/chunk-boundary.tsx';
import { ChunkErrorAlert } from '../components/loading/chunk-error-alert.tsx';
import { Alert, AlertDescription, AlertTitle } from '../components/ui/alert.tsx';
import { Button } from '../components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../components/ui/card.tsx';
import { Form } from '../components/ui/form.tsx';
import type { FormRules } from '../components/ui/use-form-rules.ts';
import { toast } from '../components/ui/toast-store.ts';
import { useAuthDialogs } from '../session/auth-dialogs.tsx';
import { useSession } from '../session/session-context.ts';
import { ManualPaymentFields } from './manual-payment-fields.tsx';
import type { ManualPaymentValues } from './manual-payment.schema.ts';
import type { ManualPayment, ManualProduct } from './manual-payment.ts';
import { useManualSubmission } from './use-manual-submission.ts';
import { m } from '../paraglide/messages.js';

// Few customers are asked.
const EarlierPaymentQuestion = lazyComponent(() => import('./earlier-payment-question.tsx'));

interface ManualPaymentFormProps<
  Values extends ManualPaymentValues,
  Payment extends ManualPayment,
> {
  /** The caller owns the form, so that its values survive this component. */
  form: UseFormReturn<Values, unknown, Payment>;
  submitByRules: FormRules<Values, Payment>['submitByRules'];
  product: ManualProduct<Values, Payment>;
  /** The amount to pay, a decimal text in USD. Null while it is unknown. */
  amount: string | null;
  /** The parts of the card above the payment. */
  children: ReactNode;
}

/** A form for a manual payment: the product, the payment, and the submission. */
export function ManualPaymentForm<
  Values extends ManualPaymentValues,
  Payment extends ManualPayment,
>({ form, submitByRules, product, amount, children }: ManualPaymentFormProps<Values, Payment>) {
  const { user } = useSession();
  const { openLogIn, openSignUp } = useAuthDialogs();
  const { submit, refuseVisitor, isSubmitting, failure, earlier, dropQuestion } =
    useManualSubmission(product);
  const submitButton = useRef<HTMLButtonElement>(null);

  function submitForm(isMeant: boolean) {
    // Enter in a field submits even while the button is busy.
    if (isSubmitting || form.formState.isSubmitting) return;
    if (user === null) {
      refuseVisitor();
      return;
    }
    void submitByRules(
      form.handleSubmit(
        (payment) => submit({ payment, userId: user.id, isMeant }),
        (errors) => toast(product.errorSummary(errors, form.getValues())),
      ),
    );
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    submitForm(false);
  }

  return (
    <Form {...form}>
      <form noValidate aria-label={product.formLabel} onSubmit={handleSubmit}>
        <Card>
          {children}
          <CardHeader className="border-t pt-5 sm:pt-6">
            <CardTitle>{product.paymentTitle}</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-col gap-5">
            <ManualPaymentFields kind={product.kind} amount={amount} />
            {user === null && (
              <LogInNotice onLogIn={openLogIn} onSignUp={openSignUp}>
                {product.accountNotice}
              </LogInNotice>
            )}
            <ChunkBoundary fallback={<ChunkErrorAlert />}>
              {earlier && (
                <EarlierPaymentQuestion
                  earlier={earlier}
                  isSubmitting={isSubmitting}
                  onConfirm={() => submitForm(true)}
                  onCancel={() => {
                    dropQuestion();
                    submitButton.current?.focus();
                  }}
                />
              )}
            </ChunkBoundary>
            {failure !== null && (
              <Alert variant="destructive">
                <AlertTitle>{product.failedTitle}</AlertTitle>
                <AlertDescription>{failure}</AlertDescription>
              </Alert>
            )}
            <Button
              ref={submitButton}
              type="submit"
              size="lg"
              busy={isSubmitting}
              className="w-full"
            >
              {isSubmitting ? m.common_processing() : product.submitLabel}
            </Button>
          </CardContent>
        </Card>
      </form>
    </Form>
  );
}
