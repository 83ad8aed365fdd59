import type { PaymentQrCode } from '@beaconpay/domain';
import { encode } from 'uqr';
import { cn } from '../lib/class-names.ts';
import { m } from '../paraglide/messages.js';

/** Blank modules around a QR code, so that scanners find it on a dark page too. */
const QUIET_MODULES = 4;
/** Both standards require error correction of level M and at most these versions. */
const MAX_VERSIONS = { sepa: 13, swiss: 25 } as const;
/** The Swiss cross covers 7 of the 46 millimetres of a Swiss QR code. */
const CROSS_SHARE = 7 / 46;

interface TransferQrCodeProps {
  qrCode: PaymentQrCode;
  /** For display. */
  amount: string;
  code: string;
}

/** The QR code of a transfer, which banking apps read. */
export default function TransferQrCode({ qrCode, amount, code }: TransferQrCodeProps) {
  const { name, iban, standard } = qrCode;
  return (
    <figure className="flex flex-wrap items-center gap-4">
      <QrPicture
        qrCode={qrCode}
        label={m.qr_picture({ amount, name, iban, code })}
        className="size-56 max-w-full shrink-0 rounded-md"
      />
      <figcaption className="min-w-40 flex-1 text-[0.9375rem] leading-6">
        {standard === 'swiss' ? m.qr_scan_swiss() : m.qr_scan_sepa()}
      </figcaption>
    </figure>
  );
}

interface QrPictureProps {
  qrCode: Pick<PaymentQrCode, 'payload' | 'standard'>;
  label: string;
  className?: string;
}

/** Black on white in every theme, because many scanners do not read an inverted code. */
function QrPicture({ qrCode: { payload, standard }, label, className }: QrPictureProps) {
  const { data, size } = encode(payload, {
    ecc: 'M',
    border: QUIET_MODULES,
    maxVersion: MAX_VERSIONS[standard],
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className={cn('forced-color-adjust-none', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={darkModules(data)} fill="#000" />
      {standard === 'swiss' && <SwissCross size={size} />}
    </svg>
  );
}

/** One rectangle per run of dark modules in a row. */
function darkModules(rows: readonly (readonly boolean[])[]): string {
  const path: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      let end = x;
      while (row[end] === true) end += 1;
      path.push(`M${String(x)} ${String(y)}h${String(end - x)}v1h-${String(end - x)}z`);
      x = end;
    }
  }
  return path.join('');
}

/** A white cross in a black square with a white edge, in the middle. */
function SwissCross({ size }: { size: number }) {
  const width = (size - 2 * QUIET_MODULES) * CROSS_SHARE;
  const start = (size - width) / 2;
  return (
    <svg
      x={start}
      y={start}
      width={width}
      height={width}
      viewBox="0 0 36 36"
      shapeRendering="geometricPrecision"
    >
      <rect width="36" height="36" fill="#fff" />
      <rect x="2" y="2" width="32" height="32" fill="#000" />
      <path d="M15 8h6v7h7v6h-7v7h-6v-7h-7v-6h7z" fill="#fff" />
    </svg>
  );
}
