import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_DISTANCE_PX } from '@beaconpay/domain';
import { X } from 'lucide-react';
import { Toast as ToastPrimitive } from 'radix-ui';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../../lib/class-names.ts';
import { DIRECTION } from '../../lib/locale.ts';
import { keepFocusFreeFor } from './focus-exemption.ts';
import { dismissToast, shownToast, subscribeToToasts, type ShownToast } from './toast-store.ts';
import { m } from '../../paraglide/messages.js';

/**
 * The region of the visible toast. It is outside the app's root and exempt from the focus trap of modal
 * dialogs, so that F8 focuses it and screen readers announce it there, too.
 */
export function Toaster() {
  const host = useToastHost();
  const message = useSyncExternalStore(subscribeToToasts, shownToast, () => null);
  return (
    <ToastPrimitive.Provider
      label={m.label_notifications()}
      duration={TOAST_DURATION_MS}
      swipeDirection={DIRECTION === 'rtl' ? 'left' : 'right'}
      swipeThreshold={TOAST_SWIPE_DISTANCE_PX}
    >
      {message !== null && <ToastItem key={message.id} message={message} />}
      {createPortal(
        <ToastPrimitive.Viewport
          data-slot="toast-viewport"
          label={m.label_notifications()}
          hotkey={[TOAST_HOTKEY]}
          // Dialogs hide everything outside them from screen readers, except live regions.
          aria-live="off"
          // At the top, because the next click is often at the bottom (the main button of a form or a dialog,
          // the offline bar) or at the right of a row. Below the navigation if there is space, and beside an
          // open dialog.
          className="pointer-events-none fixed inset-x-0 top-0 z-[60] flex flex-col items-center overflow-x-clip p-2 focus-visible:outline-none sm:top-16 lg:[html:has([data-slot='dialog-content'])_&]:items-end"
        />,
        host,
      )}
    </ToastPrimitive.Provider>
  );
}

function ToastItem({ message }: { message: ShownToast }) {
  const isDestructive = message.variant === 'destructive';
  return (
    <ToastPrimitive.Root
      data-slot="toast"
      data-variant={message.variant ?? 'default'}
      open={message.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(message.id);
      }}
      duration={message.durationMs ?? TOAST_DURATION_MS}
      className={cn(
        'pointer-events-auto! relative flex w-full max-w-md items-start gap-3 rounded-lg border py-3 pe-14 ps-5 shadow-lg sm:max-w-sm',
        'translate-x-(--radix-toast-swipe-move-x,0px) data-[state=open]:animate-toast-in',
        'data-[state=closed]:animate-toast-out data-[state=closed]:data-[swipe=end]:animate-toast-swiped',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        isDestructive
          ? 'border-destructive bg-destructive text-destructive-foreground'
          : 'border-border bg-popover text-popover-foreground',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <ToastPrimitive.Title className="text-[0.9375rem] leading-6 font-bold">
          {message.title}
        </ToastPrimitive.Title>
        {message.description !== undefined && (
          <ToastPrimitive.Description
            className={cn('text-[0.9375rem] leading-6', !isDestructive && 'text-muted-foreground')}
          >
            {message.description}
          </ToastPrimitive.Description>
        )}
      </div>
      <ToastPrimitive.Close
        aria-label={m.ui_close_notification()}
        className="absolute top-1 end-1.5 flex size-11 items-center justify-center rounded-full opacity-80 hover:bg-current/10 hover:opacity-100 focus-visible:-outline-offset-4 focus-visible:outline-current"
      >
        <X aria-hidden="true" className="size-4.5" />
      </ToastPrimitive.Close>
    </ToastPrimitive.Root>
  );
}

/** An element at the end of the body that is exempt from focus traps while the app runs. */
function useToastHost(): HTMLElement {
  const [host] = useState(() => document.createElement('div'));

  useEffect(() => {
    document.body.append(host);
    const release = keepFocusFreeFor(host);
    return () => {
      release();
      host.remove();
    };
  }, [host]);

  return host;
}
