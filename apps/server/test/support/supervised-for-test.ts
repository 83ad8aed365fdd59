/** A supervised process with one part, which fails when the process receives a message. */
import { supervise } from '../../src/index.ts';

const lost = new Promise<Error>((resolve) => {
  process.on('message', () => resolve(new Error('its disk is full')));
});
supervise({
  parts: [{ name: 'the archive', lost }],
  close: () =>
    new Promise((resolve) => {
      process.send?.('closed', () => resolve());
    }),
});
process.send?.('ready');
