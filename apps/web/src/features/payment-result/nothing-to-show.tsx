import { SearchX } from 'lucide-react';
import { Link } from '../../components/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { RECORD_KINDS, type RecordKind } from '../../manual-payment/record-kinds.ts';
import { ResultCard } from './result-card.tsx';

/** The address names no record, or none of this customer's. */
export function NothingToShow({ kind }: { kind: RecordKind }) {
  const { name, path, another } = RECORD_KINDS[kind];
  return (
    <ResultCard
      icon={SearchX}
      tone="neutral"
      title="Nothing to show"
      description={`This address names no ${name} of yours. Your transaction history lists what you have submitted.`}
      actions={
        <>
          <Button asChild>
            <Link to="/personal?tab=history">Transaction history</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={path}>{another}</Link>
          </Button>
        </>
      }
    />
  );
}
