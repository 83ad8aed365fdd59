import { Link } from '../components/navigation/link.tsx';
import { Button } from '../components/ui/button.tsx';
import { MyCards } from '../features/my-cards/my-cards.tsx';
import { m } from '../paraglide/messages.js';
import { useSession } from '../session/session-context.ts';
import { WithQueries } from './with-queries.tsx';

interface MyCardsPartProps {
  userId: string;
  /** Whether the form for an order is on another page. */
  hasOrderLink: boolean;
}

/** The cards of the signed-in user, loaded after the page. */
export default function MyCardsPart({ userId, hasOrderLink }: MyCardsPartProps) {
  const { profile } = useSession();
  const dashboard = profile?.account_type === 'business' ? '/business' : '/personal';
  return (
    <WithQueries>
      <MyCards
        userId={userId}
        orderPath={(orderId) => `${dashboard}?tab=history&receipt=${orderId}`}
        whenEmpty={
          hasOrderLink && (
            <Button asChild variant="outline" size="sm">
              <Link to="/cards">{m.my_cards_order_first()}</Link>
            </Button>
          )
        }
      />
    </WithQueries>
  );
}
