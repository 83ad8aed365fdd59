import { useState } from 'react';
import type { Transaction } from './api.ts';
import { statusLabel } from '../../lib/status-label.ts';

/** Announces changed statuses of the shown transactions to screen readers. */
export function StatusNews({ transactions }: { transactions: readonly Transaction[] }) {
  const [before, setBefore] = useState(transactions);
  const [news, setNews] = useState('');
  if (before !== transactions) {
    setBefore(transactions);
    const announcement = newsBetween(before, transactions);
    if (announcement !== '') setNews(announcement);
  }
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}

function newsBetween(before: readonly Transaction[], now: readonly Transaction[]): string {
  const statuses = new Map(before.map(({ id, status }) => [id, status]));
  return now
    .filter(({ id, status }) => statuses.has(id) && statuses.get(id) !== status)
    .map(({ description, status }) => `${description}: ${statusLabel(status)}.`)
    .join(' ');
}
