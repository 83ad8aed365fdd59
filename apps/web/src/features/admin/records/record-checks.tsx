import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { TryAgainLink } from '../../../components/loading/try-again-link.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cn } from '../../../lib/class-names.ts';
import { m } from '../../../paraglide/messages.js';
import { describeCheck } from './check-texts.ts';
import { checksQuery, type RecordCheck } from './record-api.ts';

interface Grade {
  icon: LucideIcon;
  label: string;
  className: string;
}

const PASSED: Grade = {
  icon: CircleCheck,
  label: m.record_check_passed(),
  className: 'text-success-text',
};
const GRADES: readonly Grade[] = [
  PASSED,
  { icon: Info, label: m.records_flag_notice(), className: 'text-muted-foreground' },
  { icon: TriangleAlert, label: m.records_flag_warning(), className: 'text-warning-text' },
  { icon: CircleAlert, label: m.records_flag_alarm(), className: 'text-destructive-text' },
];

/** What the database noticed about a record, worst first. The checks decide nothing. */
export function RecordChecks({ adminId, id }: { adminId: string; id: string }) {
  const checks = useQuery(checksQuery(adminId, id));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{m.records_checks()}</CardTitle>
      </CardHeader>
      <CardContent>
        {checks.data === undefined ? (
          checks.isError ? (
            <p role="alert">
              {m.admin_we_couldnt_load_them()}{' '}
              <TryAgainLink onRetry={() => void checks.refetch()} />
            </p>
          ) : (
            <Skeleton className="h-24 w-full" />
          )
        ) : (
          <ul className="flex flex-col gap-3">
            {checks.data.map((check) => (
              <CheckItem key={check.key} check={check} />
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  );
}

function CheckItem({ check }: { check: RecordCheck }) {
  const { icon: Icon, label, className } = GRADES[check.grade] ?? PASSED;
  const otherRecord = check.values.record_id;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', className)} />
      <p className="min-w-0">
        <span className="sr-only">{label}: </span>
        <span className={cn(check.grade > 0 && 'font-semibold')}>{describeCheck(check)}</span>
        {typeof otherRecord === 'string' && (
          <>
            {' '}
            <Link
              to={`/admin/records/${otherRecord}`}
              className="text-link underline underline-offset-4"
            >
              {m.record_open_other()}
            </Link>
          </>
        )}
      </p>
    </li>
  );
}
