import type { PaymentQrCode, Transfer } from '@beaconpay/domain';
import { useEffect, useState } from 'react';

/** EPC069-12 is for euros, and a Swiss QR code for francs and euros. */
const QR_CURRENCIES: ReadonlySet<string> = new Set(['EUR', 'CHF']);

/**
 * The QR code of a transfer. Null until it is known, for a transfer that no banking app can scan, for a method without
 * QR codes, and if the setting can't be fetched.
 *
 * @param amount null while it is unknown
 */
export function useQrCode(
  method: string,
  { amount, ...transfer }: Omit<Transfer, 'amount'> & { amount: string | null },
): PaymentQrCode | null {
  const [found, setFound] = useState<{ wanted: string; qrCode: PaymentQrCode | null } | null>(null);
  const wanted =
    amount === null || !QR_CURRENCIES.has(transfer.currency)
      ? null
      : JSON.stringify({ ...transfer, amount } satisfies Transfer);

  useEffect(() => {
    if (wanted === null) return;
    let isCurrent = true;
    void import('./qr-code-api.ts')
      .then(({ findQrCode }) => findQrCode(method, JSON.parse(wanted) as Transfer))
      .catch(() => null)
      .then((qrCode) => {
        if (isCurrent) setFound({ wanted, qrCode });
      });
    return () => {
      isCurrent = false;
    };
  }, [method, wanted]);

  return found?.wanted === wanted ? found.qrCode : null;
}
