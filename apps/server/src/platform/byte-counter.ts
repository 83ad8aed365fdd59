import { Transform } from 'node:stream';

interface ByteCounter extends Transform {
  readonly bytes: () => number;
}

/** Counts the bytes of a stream. Ends the stream with an error above the limit. */
export function createByteCounter(limitBytes: number, createError: () => Error): ByteCounter {
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) done(createError());
      else done(null, chunk);
    },
  });
  return Object.assign(transform, { bytes: () => bytes });
}
