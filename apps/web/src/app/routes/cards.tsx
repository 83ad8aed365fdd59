import { PageHeader } from '../../components/ui/page-header.tsx';
import { CardsTabs } from '../../features/cards/cards-tabs.tsx';
import { WithQueries } from '../with-queries.tsx';

export function Component() {
  return (
    <WithQueries>
      <div className="page-container pb-16 sm:pb-24">
        <PageHeader
          title="A card for every way you pay"
          description="Order a virtual card in minutes, or compare every card before you choose."
        />
        <CardsTabs />
      </div>
    </WithQueries>
  );
}
