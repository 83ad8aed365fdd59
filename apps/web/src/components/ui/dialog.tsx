import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { useBackToClose } from '../../lib/dialog-history.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { m } from '../../paraglide/messages.js';

export const overlayClassNames =
  'fixed inset-0 z-50 flex items-end justify-center overflow-y-auto overscroll-contain bg-overlay backdrop-blur-[2px] opaque:backdrop-blur-none data-[state=closed]:animate-vanish data-[state=open]:animate-appear sm:items-center sm:p-6';

// On phones, a dialog leaves space above its title for a toast.
export const contentClassNames = [
  'relative flex max-h-[clamp(70dvh,100dvh-7rem,92dvh)] w-full flex-col rounded-t-2xl border bg-popover text-popover-foreground shadow-lg sm:max-h-[calc(100dvh-3rem)] sm:base:max-w-lg sm:rounded-2xl',
  'focus-visible:outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise',
];

interface DialogProps extends Omit<ComponentProps<typeof DialogPrimitive.Content>, 'title'> {
  title: string;
  description: ReactNode;
  /** Open while it is rendered, by default. */
  isOpen?: boolean;
  onClose: () => void;
}

/**
 * A modal dialog with a header: a bottom sheet on phones, centered elsewhere. A click outside closes it,
 * unless the user has typed in it.
 */
export function Dialog({
  title,
  description,
  isOpen = true,
  onClose,
  className,
  children,
  onOpenAutoFocus,
  onCloseAutoFocus,
  onInteractOutside,
  ...props
}: DialogProps) {
  useBackToClose(isOpen, onClose);
  const wasTypedIn = useRef(false);
  const focusReturn = useFocusReturn({
    onOpenAutoFocus(event) {
      wasTypedIn.current = false;
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus,
  });
  return (
    <DialogPrimitive.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay data-slot="dialog-overlay" className={overlayClassNames}>
          <DialogPrimitive.Content
            data-slot="dialog-content"
            className={cn(contentClassNames, className)}
            onInput={() => {
              wasTypedIn.current = true;
            }}
            onInteractOutside={(event) => {
              if (wasTypedIn.current) event.preventDefault();
              onInteractOutside?.(event);
            }}
            {...focusReturn}
            {...props}
          >
            <div
              data-slot="dialog-header"
              className="flex flex-col gap-1 px-5 pt-6 pe-16 pb-4 sm:px-7 sm:pt-7 sm:pe-16"
            >
              <DialogPrimitive.Title
                data-slot="dialog-title"
                className="text-xl leading-7 font-bold tracking-tight"
              >
                {title}
              </DialogPrimitive.Title>
              <DialogPrimitive.Description
                data-slot="dialog-description"
                className="text-[0.9375rem] leading-6 text-muted-foreground"
              >
                {description}
              </DialogPrimitive.Description>
            </div>
            {children}
            <DialogPrimitive.Close
              data-slot="dialog-dismiss"
              className="absolute top-3 end-3 flex size-11 items-center justify-center rounded-full text-muted-foreground transition-colors hover:bg-muted hover:text-foreground sm:size-10"
            >
              <X aria-hidden="true" className="size-5" />
              <span className="sr-only">{m.common_close()}</span>
            </DialogPrimitive.Close>
          </DialogPrimitive.Content>
        </DialogPrimitive.Overlay>
      </DialogPrimitive.Portal>
    </DialogPrimitive.Root>
  );
}

/** The part that scrolls if the dialog is taller than the screen. */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-body"
      className={cn('min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-6 sm:px-7 sm:pb-7', className)}
      {...props}
    />
  );
}

/** The actions. The main one is last (right), and on top on phones. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        'flex flex-col-reverse gap-3 border-t px-5 py-4 sm:flex-row sm:justify-end sm:px-7',
        className,
      )}
      {...props}
    />
  );
}
