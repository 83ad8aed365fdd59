import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

const VARIANTS = {
  info: {
    icon: Info,
    colors: 'border-border base:bg-muted text-foreground [&>svg]:text-link',
  },
  success: {
    icon: CircleCheck,
    colors: 'border-success/30 base:bg-success-surface text-success-text',
  },
  warning: {
    icon: TriangleAlert,
    colors: 'border-warning/30 base:bg-warning-surface text-warning-text',
  },
  destructive: {
    icon: CircleAlert,
    colors: 'border-destructive/30 base:bg-destructive-surface text-destructive-text',
  },
};

interface AlertProps extends ComponentProps<'div'> {
  variant?: keyof typeof VARIANTS;
}

/** A notice on the page. Set `role="alert"` or `role="status"` if it appears later. */
export function Alert({ className, variant = 'info', children, ...props }: AlertProps) {
  const { icon: Icon, colors } = VARIANTS[variant];
  return (
    <div
      data-slot="alert"
      className={cn(
        'flex items-start gap-3 rounded-lg border px-4 py-3.5 text-[0.9375rem] leading-6 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0',
        colors,
        className,
      )}
      {...props}
    >
      <Icon aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

export function AlertTitle({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="alert-title" className={cn('font-bold', className)} {...props} />;
}

export function AlertDescription({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-description" className={cn(className)} {...props} />;
}
