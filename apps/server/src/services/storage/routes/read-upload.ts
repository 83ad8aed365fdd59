import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { isClientGone } from '../../../platform/http/client-gone.ts';
import { bodyOf } from '../../../platform/http/incoming-body.ts';
import { storageErrors } from '../errors.ts';
import type { UploadedContent } from '../objects/store-bytes.ts';
import { decodeMetadata, toCacheControl, toUserMetadata } from '../objects/upload-details.ts';

const FORM_TYPE = /^multipart\/form-data\b/i;
const DEFAULT_TYPE = 'application/octet-stream';
const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 64 * 1024;
/** The maximum size of a form without its file. */
const MAX_FORM_OVERHEAD_BYTES = 2 * MAX_FIELD_BYTES;

/** Stores the content of an upload. */
type Store<T> = (content: UploadedContent) => Promise<T>;

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function rawContent(incoming: IncomingMessage, bytes: Readable): UploadedContent {
  const { headers } = incoming;
  const details = {
    cacheControl: toCacheControl(headers['cache-control']),
    userMetadata: toUserMetadata(decodeMetadata(headers['x-metadata']?.toString())),
  };
  return {
    bytes,
    type: headers['content-type'] ?? DEFAULT_TYPE,
    announcedBytes: lengthOf(incoming),
    bodyBytes: lengthOf(incoming),
    details: () => Promise.resolve(details),
  };
}

function createForm({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
    });
  } catch (error) {
    throw invalidForm(error);
  }
}

function invalidForm(error: unknown): Error {
  if (isClientGone(error)) return storageErrors.cutOff();
  return storageErrors.invalidRequest(
    error instanceof Error ? error.message : 'The form is not valid',
  );
}

/** Collects the text fields of a form. */
function collectFields(form: BusboyInstance) {
  const fields = new Map<string, string>();
  let hasLongField = false;
  form.on('field', (name, value, _nameTruncated, valueTruncated) => {
    hasLongField ||= valueTruncated;
    fields.set(name, value);
  });
  return {
    details() {
      if (hasLongField) throw storageErrors.bodyTooLarge();
      return {
        cacheControl: toCacheControl(fields.get('cacheControl')),
        userMetadata: toUserMetadata(fields.get('metadata')),
      };
    },
  };
}

async function storeForm<T>(
  incoming: IncomingMessage,
  body: Readable,
  store: Store<T>,
): Promise<T> {
  const form = createForm(incoming);
  const fields = collectFields(form);
  const found = Promise.withResolvers<{ bytes: Readable; type: string }>();
  const outcome: { error: Error | null } = { error: null };
  const parsed = pipeline(body, form).catch((error: unknown) => {
    outcome.error = invalidForm(error);
  });
  form.on('file', (_field, file, _name, _encoding, type) => {
    // When a form ends in the middle of its file, both emit an error, and the file can have no reader yet.
    file.on('error', () => undefined);
    void parsed.then(() => {
      if (outcome.error !== null) file.destroy(outcome.error);
    });
    found.resolve({ bytes: file, type: type === '' ? DEFAULT_TYPE : type });
  });
  const noFile = parsed.then(() => {
    throw outcome.error ?? storageErrors.noContent();
  });
  try {
    const { bytes, type } = await Promise.race([found.promise, noFile]);
    const length = lengthOf(incoming);
    return await store({
      bytes,
      type,
      announcedBytes: length === null ? null : Math.max(0, length - MAX_FORM_OVERHEAD_BYTES),
      bodyBytes: length,
      async details() {
        await parsed;
        if (outcome.error !== null) throw outcome.error;
        return fields.details();
      },
    });
  } catch (error) {
    throw outcome.error ?? error;
  }
}

/** Receives an object, as the body of a request or in a multipart form. */
export async function receiveUpload<T>(incoming: IncomingMessage, store: Store<T>): Promise<T> {
  const body = bodyOf(incoming);
  try {
    return FORM_TYPE.test(incoming.headers['content-type'] ?? '')
      ? await storeForm(incoming, body, store)
      : await store(rawContent(incoming, body));
  } finally {
    body.destroy();
  }
}
