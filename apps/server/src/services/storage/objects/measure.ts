import { Transform } from 'node:stream';
import { failures } from '../errors.ts';

export interface Measure extends Transform {
  readonly bytes: () => number;
}

/** Counts what passes and ends with an error what is more than may be. */
export function createMeasure(limitBytes: number): Measure {
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) done(failures.tooLarge());
      else done(null, chunk);
    },
  });
  return Object.assign(transform, { bytes: () => bytes });
}
