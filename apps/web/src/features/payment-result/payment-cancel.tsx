import { CircleX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RECORD_KINDS } from '../../payment/record-kinds.ts';
import { ResultCard } from './result-card.tsx';

/** The customer left the card provider's page without paying. */
export function PaymentCancel() {
  const [query] = useSearchParams();
  const { title, path, label } = cancelledOf(query.get('type') ?? '');
  return (
    <ResultCard
      icon={CircleX}
      tone="neutral"
      title={title}
      description="You have not been charged."
      actions={
        <>
          <Button asChild>
            <Link to={path}>{label}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/support">Contact support</Link>
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
      label: 'Back to cards',
    };
  }
  if (type.includes('mobile_recharge')) {
    return {
      title: RECORD_KINDS.mobile_recharge.cancelledTitle,
      path: '/mobile-recharge',
      label: 'Back to mobile recharge',
    };
  }
  return { title: 'Transaction Cancelled', path: '/', label: 'Back to home' };
}
