import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';

interface GateNoticeProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  /** The main action comes first. */
  actions: ReactNode;
}

/** Replaces a private screen for a user who must not see it, or not yet. */
export function GateNotice({ icon: Icon, title, description, actions }: GateNoticeProps) {
  return (
    <div className="page-container flex justify-center py-12 sm:py-20">
      <Card className="w-full max-w-lg items-center gap-3 px-6 py-10 text-center sm:px-10 sm:py-12">
        <span className="mb-2 flex size-16 items-center justify-center rounded-full bg-brand text-brand-foreground">
          <Icon aria-hidden="true" className="size-7" />
        </span>
        <h1
          data-route-heading
          tabIndex={-1}
          className="text-2xl leading-tight font-extrabold tracking-tight"
        >
          {title}
        </h1>
        {description !== undefined && (
          <p className="max-w-sm leading-7 text-muted-foreground">{description}</p>
        )}
        <div className="mt-4 flex w-full flex-col justify-center gap-3 sm:flex-row">{actions}</div>
      </Card>
    </div>
  );
}
