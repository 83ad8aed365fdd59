import { useEffect, useState } from 'react';
import { reservePaymentCode } from './api.ts';
import { keepPaymentCode, readPaymentCode, watchPaymentCodes } from './payment-code-store.ts';
import type { RecordKind } from './record-kinds.ts';

interface ReservedCode {
  /** Null until it is reserved. */
  code: string | null;
  /** There is no code. The customer can pay without one. */
  isFailed: boolean;
  retry: () => void;
}

/** Reservations on their way, so that a form that is rendered twice reserves one code. */
const reservations = new Map<string, Promise<string>>();

function reserveOnce(userId: string, kind: RecordKind): Promise<string> {
  const key = `${kind} ${userId}`;
  const running = reservations.get(key);
  if (running !== undefined) return running;
  const reservation = reservePaymentCode(userId)
    .then((code) => {
      keepPaymentCode(userId, kind, code);
      return code;
    })
    .finally(() => reservations.delete(key));
  reservations.set(key, reservation);
  return reservation;
}

/** The payment code of this form. Reserves one when the component is shown for the first time. */
export function usePaymentCode(userId: string, kind: RecordKind): ReservedCode {
  const [code, setCode] = useState(() => readPaymentCode(userId, kind));
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);

  useEffect(() => watchPaymentCodes(() => setCode(readPaymentCode(userId, kind))), [userId, kind]);

  useEffect(() => {
    if (code !== null) return;
    let isShown = true;
    reserveOnce(userId, kind).then(
      (reserved) => {
        if (isShown) setCode(reserved);
      },
      () => {
        if (isShown) setFailedAttempt(attempt);
      },
    );
    return () => {
      isShown = false;
    };
  }, [userId, kind, code, attempt]);

  return {
    code,
    isFailed: code === null && failedAttempt === attempt,
    retry: () => setAttempt(attempt + 1),
  };
}
