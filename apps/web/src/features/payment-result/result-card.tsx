import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { cn } from '../../lib/class-names.ts';

const TONES = {
  success: 'bg-success-surface text-success-text',
  warning: 'bg-warning-surface text-warning-text',
  destructive: 'bg-destructive-surface text-destructive-text',
  neutral: 'bg-secondary text-secondary-foreground',
};

interface ResultCardProps {
  icon: LucideIcon;
  tone: keyof typeof TONES;
  title: string;
  description: ReactNode;
  /** Further content: a reference, the next steps. */
  children?: ReactNode;
  /** The main action comes first. */
  actions?: ReactNode;
  /** Content below the actions. */
  footnote?: ReactNode;
  isBusy?: boolean;
}

/** The result of a payment: an icon, a sentence, and the next actions. */
export function ResultCard({
  icon: Icon,
  tone,
  title,
  description,
  children,
  actions,
  footnote,
  isBusy = false,
}: ResultCardProps) {
  return (
    <div className="page-container flex justify-center py-10 sm:py-16">
      <Card aria-busy={isBusy} className="w-full max-w-xl">
        <div className="flex flex-col items-center gap-3 px-5 pt-10 pb-8 text-center sm:px-10 sm:pt-12">
          <span
            className={cn(
              'mb-2 flex size-18 items-center justify-center rounded-full',
              TONES[tone],
            )}
          >
            <Icon aria-hidden="true" className={cn('size-8', isBusy && 'animate-spin')} />
          </span>
          <h1
            data-route-heading
            tabIndex={-1}
            className="text-2xl leading-tight font-extrabold tracking-tight sm:text-3xl"
          >
            {title}
          </h1>
          <div role="status" className="max-w-md leading-7 text-muted-foreground">
            {description}
          </div>
        </div>
        {children}
        {actions !== undefined && (
          <div
            data-print="hidden"
            className="flex flex-col justify-center gap-3 border-t p-5 sm:flex-row sm:px-8 sm:py-6"
          >
            {actions}
          </div>
        )}
        {footnote}
      </Card>
    </div>
  );
}
