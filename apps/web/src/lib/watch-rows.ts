import { followChannel } from './follow-channel.ts';
import { coalesceRefresh } from './coalesce-refresh.ts';

/** Rows of a table of the public schema that the caller may read. */
export interface RowFilter {
  table: string;
  /** `column=eq.value` */
  filter?: string;
}

interface SystemMessage {
  extension?: string;
  status?: string;
}

let watches = 0;

/**
 * Calls `refresh` after each change of these rows until the returned function is called, and once after each
 * subscription for earlier changes. Changes during a refresh cause one more.
 */
export function watchRows(
  filters: readonly RowFilter[],
  refresh: () => Promise<unknown>,
): () => void {
  const refresher = coalesceRefresh(refresh);
  watches += 1;
  const stop = followChannel({
    topic: `rows:${String(watches)}`,
    prepare(channel) {
      for (const filter of filters) {
        channel.on('postgres_changes', { event: '*', schema: 'public', ...filter }, refresher.take);
      }
      channel.on('system', {}, ({ extension, status }: SystemMessage) => {
        if (extension === 'postgres_changes' && status === 'ok') refresher.take();
      });
    },
  });
  return () => {
    stop();
    refresher.end();
  };
}
