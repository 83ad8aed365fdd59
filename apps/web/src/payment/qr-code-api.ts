import { paymentQrCode, type PaymentQrCode, type Transfer } from '@beaconpay/domain';
import { loadSupabase } from '../lib/supabase.ts';

/**
 * The QR code of a transfer by this method. Null if no banking app can scan one, or if administrators chose that
 * customers see none. Throws the backend's error.
 */
export async function findQrCode(
  method: string,
  transfer: Transfer,
): Promise<PaymentQrCode | null> {
  const qrCode = paymentQrCode(transfer);
  if (qrCode === null) return null;
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('payment_options');
  if (error) throw error;
  const { qr } = data as { qr?: Readonly<Record<string, boolean>> };
  return qr?.[method] === true ? qrCode : null;
}
