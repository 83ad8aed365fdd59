import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Alert, AlertDescription, AlertTitle } from '../../components/ui/alert.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { lazyComponent } from '../../boot/lazy-component.ts';
import { LazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { preloadOnIntent } from '../../boot/chunk-preload.ts';
import { formatList } from '../../lib/format.ts';
import { paymentSettingsQuery } from '../../payment/api.ts';
import { placeholderMethods, type PaymentMethodSetting } from '../../payment/payment-methods.ts';
import { useSession } from '../../session/session-context.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../payment/payment-method-texts.ts';
import { m } from '../../paraglide/messages.js';

const loadDialog = () => import('./payment-details-dialog.tsx');
const PaymentDetailsDialog = lazyComponent(loadDialog);

/** The payment details of each method, with a button that changes them. */
export function PaymentDetailsSection() {
  const { user } = useSession();
  const settings = useQuery(paymentSettingsQuery());
  const [edited, setEdited] = useState<{
    method: PaymentMethod;
    setting: PaymentMethodSetting;
  } | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const placeholders = placeholderMethods(settings.data ?? []);

  return (
    <Card>
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle>{m.common_payment_details()}</CardTitle>
        <CardDescription>
          {m.payment_details_where_customers_send_money_for_cards_and()}
        </CardDescription>
      </CardHeader>
      {settings.data !== undefined && placeholders.length > 0 && (
        <Alert variant="warning" className="mx-5 mb-4 sm:mx-6">
          <AlertTitle>{m.payment_details_customers_see_placeholders()}</AlertTitle>
          <AlertDescription>
            {m.payment_details_customers_cant_pay_by_yet({
              methods: formatList(placeholders.map(({ label }) => label)),
            })}
          </AlertDescription>
        </Alert>
      )}
      {settings.errorUpdateCount > 0 && settings.data === undefined ? (
        <LoadError
          title={m.common_error_fetching_data()}
          what={m.payment_details_the_payment_details()}
          query={settings}
        />
      ) : (
        <ul aria-label={m.payment_details_payment_methods()} className="divide-y border-t">
          {PAYMENT_METHODS.map((method) => {
            const setting = settings.data?.find((one) => one.method === method.id);
            return (
              <li key={method.id} className="flex items-center gap-4 px-5 py-3.5 sm:px-6">
                <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
                  <span className="font-semibold sm:w-40">{method.label}</span>
                  {settings.data === undefined ? (
                    <Skeleton className="h-6 w-24" />
                  ) : (
                    <MethodState
                      isOffered={setting?.isOffered !== false}
                      hasPlaceholders={placeholders.includes(method)}
                    />
                  )}
                </div>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={m.payment_details_edit_method({ method: method.label })}
                  disabled={setting === undefined}
                  {...preloadOnIntent(loadDialog)}
                  onClick={() => {
                    if (setting === undefined) return;
                    setEdited({ method, setting });
                    setIsEditing(true);
                  }}
                >
                  {m.common_edit()}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <LazyDialog isOpen={isEditing}>
        {edited && user && (
          <PaymentDetailsDialog
            key={`${edited.method.id} ${edited.setting.updatedAt}`}
            adminId={user.id}
            method={edited.method}
            setting={edited.setting}
            isOpen={isEditing}
            onOpenChange={setIsEditing}
          />
        )}
      </LazyDialog>
    </Card>
  );
}

function MethodState({
  isOffered,
  hasPlaceholders,
}: {
  isOffered: boolean;
  hasPlaceholders: boolean;
}) {
  if (!isOffered) return <Badge variant="neutral">{m.payment_details_off()}</Badge>;
  return (
    <span className="flex flex-wrap gap-2">
      <Badge variant="success">{m.payment_details_offered()}</Badge>
      {hasPlaceholders && <Badge variant="warning">{m.payment_details_placeholders()}</Badge>}
    </span>
  );
}
