/** A place in the log of Postgres, as it writes them. */
export function formatLsn(lsn: bigint): string {
  const high = (lsn >> 32n).toString(16);
  const low = (lsn & 0xff_ff_ff_ffn).toString(16);
  return `${high}/${low}`.toUpperCase();
}

export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
