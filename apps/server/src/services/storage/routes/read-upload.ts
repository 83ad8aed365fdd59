import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { failures } from '../errors.ts';
import type { UploadedContent } from '../objects/upload.ts';
import { toCacheControl, toUserMetadata } from '../objects/upload-details.ts';

const DEFAULT_TYPE = 'application/octet-stream';
const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 64 * 1024;
/** What a form needs around its file, at most. */
const FORM_BYTES = 2 * MAX_FIELD_BYTES;

interface IncomingUpload {
  readonly content: UploadedContent;
  /** Lets go of the request, whatever of its body was not read. */
  readonly release: () => void;
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** Calls back when a request ends before its body did. */
function onCutOff(incoming: IncomingMessage, act: (error: Error) => void): void {
  incoming.once('close', () => {
    if (!incoming.complete) act(failures.cutOff());
  });
}

/**
 * The body through a stream of its own: when writing fails, that one is
 * destroyed, and the connection stays, to carry the answer.
 */
function readRaw(incoming: IncomingMessage): IncomingUpload {
  const bytes = new PassThrough();
  incoming.pipe(bytes);
  onCutOff(incoming, (error) => bytes.destroy(error));
  const metadata = incoming.headers['x-metadata'];
  const json =
    metadata === undefined ? undefined : Buffer.from(String(metadata), 'base64').toString();
  const details = {
    cacheControl: toCacheControl(incoming.headers['cache-control']),
    userMetadata: toUserMetadata(json),
  };
  return {
    content: {
      bytes,
      type: incoming.headers['content-type'] ?? DEFAULT_TYPE,
      announcedBytes: lengthOf(incoming),
      details: () => Promise.resolve(details),
    },
    release() {
      incoming.unpipe(bytes);
      bytes.destroy();
      incoming.resume();
    },
  };
}

async function readForm(incoming: IncomingMessage): Promise<IncomingUpload> {
  const form = new Busboy({
    headers: incoming.headers as BusboyHeaders,
    limits: { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
  });
  const fields = new Map<string, string>();
  const found = Promise.withResolvers<{ bytes: Readable; type: string }>();
  const finished = Promise.withResolvers<undefined>();
  // Whoever waits hears of it; nobody may be waiting yet.
  found.promise.catch(() => undefined);
  finished.promise.catch(() => undefined);
  let file: BusboyFileStream | null = null;
  const fail = (error: Error): void => {
    file?.destroy(error);
    found.reject(error);
    finished.reject(error);
  };
  form.on('field', (name, value) => fields.set(name, value));
  form.on('file', (_field, stream, _name, _encoding, type) => {
    file = stream;
    found.resolve({ bytes: stream, type: type === '' ? DEFAULT_TYPE : type });
  });
  form.on('finish', () => {
    finished.resolve(undefined);
    found.reject(failures.noContent());
  });
  form.on('error', (error: unknown) => {
    const message = error instanceof Error ? error.message : 'The form is not valid';
    fail(failures.invalidRequest(message));
  });
  onCutOff(incoming, fail);
  incoming.pipe(form);
  const release = (): void => {
    incoming.unpipe(form);
    file?.on('error', () => undefined);
    file?.destroy();
    incoming.resume();
  };
  try {
    const { bytes, type } = await found.promise;
    const length = lengthOf(incoming);
    return {
      content: {
        bytes,
        type,
        announcedBytes: length === null ? null : Math.max(0, length - FORM_BYTES),
        async details() {
          await finished.promise;
          return {
            cacheControl: toCacheControl(fields.get('cacheControl')),
            userMetadata: toUserMetadata(fields.get('metadata')),
          };
        },
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The object that a request brings: as its body, or in a form as browsers send it. */
export async function readUpload(incoming: IncomingMessage): Promise<IncomingUpload> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) return readRaw(incoming);
  try {
    return await readForm(incoming);
  } catch (error) {
    incoming.resume();
    if (error instanceof Error && /boundary/i.test(error.message)) {
      throw failures.invalidRequest(error.message);
    }
    throw error;
  }
}
