import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { EmailText } from '../../components/data/email-text.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { administratorsQuery } from '../../lib/administrators.ts';
import { m } from '../../paraglide/messages.js';

/** Who is an administrator. Each links to the page of the account, where the right is given and taken. */
export function AdministratorsSection({ adminId }: { adminId: string }) {
  const administrators = useQuery({
    ...administratorsQuery(adminId),
    meta: { errorTitle: m.common_error_fetching_data() },
    staleTime: 0,
  });
  return (
    <Card id="administrators" className="scroll-mt-20">
      <CardHeader className="pb-4 sm:pb-5">
        <CardTitle>{m.settings_administrators()}</CardTitle>
        <CardDescription>{m.settings_administrators_description()}</CardDescription>
      </CardHeader>
      {administrators.data === undefined ? (
        administrators.isError ? (
          <LoadError
            title={m.common_error_fetching_data()}
            what={m.settings_the_administrators()}
            query={administrators}
          />
        ) : (
          <Skeleton className="mx-5 mb-5 h-16 sm:mx-6 sm:mb-6" />
        )
      ) : (
        <ul aria-label={m.settings_administrators()} className="divide-y border-t">
          {administrators.data.map(({ id, name, email }) => (
            <li key={id}>
              <Link
                to={`/admin/users/${id}`}
                className="flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-muted focus-visible:-outline-offset-2 sm:px-6"
              >
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-2 font-semibold">
                    <bdi className="wrap-anywhere">{name ?? email}</bdi>
                    {id === adminId && <Badge variant="accent">{m.settings_you()}</Badge>}
                  </span>
                  <span className="block text-sm text-muted-foreground">
                    <EmailText email={email} />
                  </span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-muted-foreground rtl:-scale-x-100"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
