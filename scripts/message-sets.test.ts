import { describe, expect, test } from 'vitest';
import { findMessageProblems } from '../apps/web/vite/check-messages.ts';
import { MESSAGE_SETS } from './message-sets.ts';

const [, server, functions] = MESSAGE_SETS;

describe('The messages of the server and the functions', () => {
  test.each([server, functions])('have no problem', async (set) => {
    expect(await findMessageProblems(set)).toEqual([]);
  });

  test('are reported when nothing uses them', async () => {
    if (server === undefined) throw new Error('The server has no messages.');
    const problems = await findMessageProblems({ ...server, sources: [server.messagesDir] });
    expect(problems).toContain('apps/server/messages/en: nothing uses "mail_signup_subject".');
  });
});
