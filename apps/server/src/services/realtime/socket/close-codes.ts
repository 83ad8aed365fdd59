/** What a socket is closed with; clients come back after all of them. */
export const CLOSE = {
  malformed: { code: 1007, reason: 'Malformed message' },
  silent: { code: 1001, reason: 'No heartbeat' },
  flood: { code: 1008, reason: 'Too many messages per second' },
  slow: { code: 1013, reason: 'Messages are not read fast enough' },
  restart: { code: 1012, reason: 'The server restarts' },
} as const;

export type CloseCause = (typeof CLOSE)[keyof typeof CLOSE];
