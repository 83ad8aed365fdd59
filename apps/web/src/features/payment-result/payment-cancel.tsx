import { CircleX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { ResultCard } from './result-card.tsx';
import { m } from '../../paraglide/messages.js';

/** The customer left the card provider's page without paying. */
export function PaymentCancel() {
  const [query] = useSearchParams();
  const { title, path, label } = cancelledOf(query.get('type') ?? '');
  return (
    <ResultCard
      icon={CircleX}
      tone="neutral"
      title={title}
      description={m.common_you_have_not_been_charged()}
      actions={
        <>
          <Button asChild>
            <Link to={path}>{label}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/support">{m.common_contact_support()}</Link>
          </Button>
        </>
      }
    />
  );
}

function cancelledOf(type: string) {
  if (type.includes('card_order')) {
    return {
      title: RECORD_KINDS.card_order.cancelledTitle,
      path: '/cards',
      label: m.payment_result_back_to_cards(),
    };
  }
  if (type.includes('mobile_recharge')) {
    return {
      title: RECORD_KINDS.mobile_recharge.cancelledTitle,
      path: '/mobile-recharge',
      label: m.payment_result_back_to_mobile_recharge(),
    };
  }
  return {
    title: m.payment_result_transaction_cancelled(),
    path: '/',
    label: m.common_back_to_home(),
  };
}
