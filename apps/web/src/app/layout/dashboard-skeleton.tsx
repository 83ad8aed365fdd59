import { Card } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { PlainBrandLink } from './brand-link.tsx';
import { m } from '../../paraglide/messages.js';

interface DashboardSkeletonProps {
  title: string;
  description: string;
  isBackOffice?: boolean;
}

/**
 * The start of a dashboard without personal data: in the prerendered HTML, and until the session is known.
 */
export function DashboardSkeleton({
  title,
  description,
  isBackOffice = false,
}: DashboardSkeletonProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b bg-card">
        <div className="page-container flex min-h-16 items-center justify-between">
          <PlainBrandLink />
          <Skeleton className="size-10 rounded-full" />
        </div>
      </header>
      {/* As high as the links of the back office. */}
      {isBackOffice && (
        <div className="border-b bg-card">
          <div className="page-container flex h-12 items-center">
            <Skeleton className="h-5 w-56" />
          </div>
        </div>
      )}
      <main aria-busy="true" className="page-container flex-1 pb-16 sm:pb-24">
        <p role="status" className="sr-only">
          {m.common_loading()}
        </p>
        <PageHeader title={title} description={description} />
        <div className="flex flex-col gap-6">
          <Skeleton className="h-13 w-full rounded-lg sm:w-128 sm:max-w-full" />
          {['h-96', 'h-64'].map((height) => (
            <Card key={height} className={`gap-5 p-5 sm:p-6 ${height}`}>
              <Skeleton className="h-6 w-48 max-w-full" />
              <Skeleton className="h-4 w-80 max-w-full" />
              <Skeleton className="h-4 w-64 max-w-full" />
              <Skeleton className="h-4 w-72 max-w-full" />
            </Card>
          ))}
        </div>
      </main>
    </div>
  );
}
