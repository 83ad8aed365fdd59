import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/error-message.ts';

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
  /** TOAST_DURATION_MS by default; LONG_TOAST_DURATION_MS for submissions and notices. */
  durationMs?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
  isOpen: boolean;
}

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, which replaces the last one. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  publish({ ...message, id: lastId, isOpen: true });
}

/** Shows a toast about an error and returns its id. */
export function toastFailure(title: string, error: unknown): number {
  toast({ title, description: errorMessage(error), variant: 'destructive' });
  return lastId;
}

/** Closes the toast with this id, if it is still the one shown. */
export function dismissToast(id: number): void {
  if (current?.id === id) publish({ ...current, isOpen: false });
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function shownToast(): ShownToast | null {
  return current;
}
