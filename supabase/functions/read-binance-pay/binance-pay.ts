import type { BankLine, Mark, StatementSource } from '../_shared/statement-source.ts';
import { readPayHistory, type PayApiOptions } from './pay-api.ts';
import { isPayTransaction, lineOf, type AssetCurrencies } from './pay-line.ts';
import { nextMark, readWindowMark, windowOf } from './read-window.ts';

/** A call has a weight of 3,000. The API allows 180,000 per minute for all programs with the operator's account. */
const PAUSE_S = 60;

async function linesOf(
  rows: readonly unknown[],
  currencies: AssetCurrencies,
): Promise<readonly BankLine[]> {
  const known = rows.filter(isPayTransaction);
  if (known.length < rows.length) {
    console.error(
      'binance_pay: skipped rows without the documented fields',
      rows.length - known.length,
    );
  }
  const lines = await Promise.all(known.map((row) => lineOf(row, currencies)));
  return lines.filter((line) => line !== null);
}

function clockOffsetOf({ clock_offset_ms: offset }: Mark): number {
  return typeof offset === 'number' && Number.isFinite(offset) ? offset : 0;
}

/** The payments of an account of Binance Pay. One read is one call of the API. */
export function createBinancePay(
  options: PayApiOptions,
  currencies: AssetCurrencies,
): StatementSource {
  return {
    name: 'binance_pay',
    lineSource: 'binance_pay',
    pauseS: PAUSE_S,
    async read({ mark, firstReadFrom }) {
      const offsetMs = clockOffsetOf(mark);
      const nowMs = Date.now() + offsetMs;
      const span = windowOf(readWindowMark(mark, firstReadFrom), nowMs);
      const { rows, clockOffsetMs } = await readPayHistory(options, span, offsetMs);
      const { fromMs, lengthMs } = nextMark(span, rows.length, nowMs);
      return {
        lines: await linesOf(rows, currencies),
        mark: { from_ms: fromMs, length_ms: lengthMs, clock_offset_ms: clockOffsetMs },
      };
    },
  };
}
