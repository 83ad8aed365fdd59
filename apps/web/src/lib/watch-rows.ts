import { followChannel } from './follow-channel.ts';
import { coalesceRefresh } from './coalesce-refresh.ts';

/** Rows of a table of the public schema, as far as the caller may read them. */
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
 * Calls `refresh` whenever one of these rows has changed, until the returned function is called; once
 * more whenever the service begins to tell, for what happened before that. Changes that come while
 * one is under way are one more.
 */
export function watchRows(
  wishes: readonly RowFilter[],
  refresh: () => Promise<unknown>,
): () => void {
  const turns = coalesceRefresh(refresh);
  watches += 1;
  const stop = followChannel({
    topic: `rows:${String(watches)}`,
    prepare(channel) {
      for (const wish of wishes) {
        channel.on('postgres_changes', { event: '*', schema: 'public', ...wish }, turns.take);
      }
      channel.on('system', {}, ({ extension, status }: SystemMessage) => {
        if (extension === 'postgres_changes' && status === 'ok') turns.take();
      });
    },
  });
  return () => {
    stop();
    turns.end();
  };
}
