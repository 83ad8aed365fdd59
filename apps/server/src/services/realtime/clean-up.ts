import type { CleanUp } from '../../platform/shared/clean-up.ts';

/** As on a hosted project: for so long a private channel can be told again what was said. */
const MESSAGE_KEPT_S = 3 * 24 * 3600;
/** So many rows at a time, so that nobody waits long for one of them. */
const BATCH_ROWS = 1000;

/** What this service forgets by the clock. Changes are forgotten by the process that reads the log. */
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
              where inserted_at < localtimestamp - make_interval(secs => ${MESSAGE_KEPT_S})
              limit ${BATCH_ROWS}
            )`);
        }
      },
    },
  ];
}
