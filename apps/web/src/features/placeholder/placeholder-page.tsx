import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../components/navigation/link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardContent } from '../../components/ui/card.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { m } from '../../paraglide/messages.js';

interface PlaceholderPageProps {
  /** The name of the page, as in its links. */
  name: string;
  /** What the page already offers. */
  children?: ReactNode;
}

/** A page without content of its own yet. */
export function PlaceholderPage({ name, children }: PlaceholderPageProps) {
  return (
    <div className="page-container pb-16 sm:pb-24">
      <PageHeader title={name} />
      <Card>
        <CardContent className="flex flex-col items-start gap-5 sm:flex-row sm:items-center">
          <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent text-accent-foreground">
            <Compass aria-hidden="true" className="size-6" />
          </span>
          <p className="flex-1 text-base leading-7">
            {m.placeholder_this_is_a_placeholder({ name })}
          </p>
          <Button asChild variant="outline">
            <Link to="/">{m.common_back_to_home()}</Link>
          </Button>
        </CardContent>
      </Card>
      {children}
    </div>
  );
}
