import type { CleanUp } from '../../platform/shared/scheduled-clean-ups.ts';

/** As on a hosted project: how long private channels can replay a message. */
const MESSAGE_RETENTION_S = 3 * 24 * 3600;
/** Rows per statement, so that no lock is held for long. */
const BATCH_ROWS = 1000;

/** Scheduled deletions of this service. The log reader deletes expired changes itself. */
export function createRealtimeCleanUps(): CleanUp[] {
  return [
    {
      name: 'realtime:messages',
      cron: '13 * * * *',
      async run(sql) {
        for (let count = BATCH_ROWS; count >= BATCH_ROWS;) {
          ({ count } = await sql`
            delete from realtime.messages where (id, inserted_at) in (
              select id, inserted_at from realtime.messages
              where inserted_at < localtimestamp - make_interval(secs => ${MESSAGE_RETENTION_S})
              limit ${BATCH_ROWS}
            )`);
        }
      },
    },
  ];
}
