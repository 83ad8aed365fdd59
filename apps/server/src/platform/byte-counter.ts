import { Transform } from 'node:stream';

interface ByteCounter extends Transform {
  readonly bytes: () => number;
}

/** Counts what passes and ends with an error what is more than may be. */
export function createByteCounter(limitBytes: number, tooMany: () => Error): ByteCounter {
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) done(tooMany());
      else done(null, chunk);
    },
  });
  return Object.assign(transform, { bytes: () => bytes });
}
