import { isPaymentCode } from '@beaconpay/domain';
import { createSessionStorage } from '../lib/session-storage.ts';
import type { RecordKind } from './record-kinds.ts';

/**
 * The reserved payment code of each form of a user in this browser. It is kept when the customer leaves the
 * page, because the code may already be in a transfer. The record that has the code ends this.
 */

const storage = createSessionStorage();
const watchers = new Set<() => void>();

function keyOf(userId: string, kind: RecordKind): string {
  return `beaconpay-payment-code ${kind} ${userId}`;
}

export function readPaymentCode(userId: string, kind: RecordKind): string | null {
  const stored = storage.getItem(keyOf(userId, kind));
  return stored !== null && isPaymentCode(stored) ? stored : null;
}

export function keepPaymentCode(userId: string, kind: RecordKind, code: string): void {
  storage.setItem(keyOf(userId, kind), code);
}

/** Call it after a submission, because the record has the code now. A form that is still open keeps showing it. */
export function forgetPaymentCode(userId: string, kind: RecordKind): void {
  storage.removeItem(keyOf(userId, kind));
}

/** Call it after the backend rejected the code. Open forms request another one. */
export function replacePaymentCode(userId: string, kind: RecordKind): void {
  forgetPaymentCode(userId, kind);
  for (const watcher of watchers) watcher();
}

/** Calls `onChange` after replacements and changes in other tabs, until the returned function is called. */
export function watchPaymentCodes(onChange: () => void): () => void {
  watchers.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    watchers.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}
