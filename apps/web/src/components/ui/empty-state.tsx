import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: ReactNode;
  /** The next action, usually one button. */
  action?: ReactNode;
  className?: string;
}

/** Shown instead of an empty list, or of one that could not be loaded. */
export function EmptyState({ icon: Icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div
      data-slot="empty-state"
      className={cn('flex flex-col items-center gap-2 px-4 base:py-12 text-center', className)}
    >
      <span className="mb-2 flex size-14 items-center justify-center rounded-full bg-secondary text-muted-foreground">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <p className="text-lg font-bold">{title}</p>
      {description !== undefined && (
        <p className="max-w-md text-[0.9375rem] leading-6 text-muted-foreground">{description}</p>
      )}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
