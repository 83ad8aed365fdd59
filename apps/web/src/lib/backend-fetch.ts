import { withoutDirectionControls } from '@beaconpay/domain';
import { UnreachableError } from './backend-error.ts';
import { reportAnswered, reportUnanswered } from './connection.ts';
import { normalizeErrorResponse } from './normalize-error-response.ts';

const REQUEST_TIMEOUT_MS = 15_000;
const STATUSES_WITHOUT_BODY = [204, 205, 304];

/**
 * The `fetch` of all backend clients. It reads the whole response. Without a complete response in time it throws an
 * UnreachableError. A request that the caller aborts rejects with the caller's reason.
 */
export function createBackendFetch(timeoutMs = REQUEST_TIMEOUT_MS): typeof fetch {
  return async (input, init) => {
    const sentAtMs = performance.now();
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    try {
      const response = await fetch(input, { ...init, signal });
      const hasBody = !STATUSES_WITHOUT_BODY.includes(response.status);
      const body = hasBody ? await response.arrayBuffer() : null;
      reportAnswered();
      return normalizeErrorResponse(response, body && withPlainDirection(response, body));
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      reportUnanswered(sentAtMs);
      throw new UnreachableError({ cause: error });
    }
  };
}

/**
 * Removes direction controls from data. A name or a reference from another client could use them to show another
 * value than the stored one.
 */
function withPlainDirection({ headers }: Response, body: ArrayBuffer): ArrayBuffer {
  if (headers.get('Content-Type')?.includes('json') !== true) return body;
  const text = new TextDecoder().decode(body);
  const plain = withoutDirectionControls(text);
  return plain === text ? body : new TextEncoder().encode(plain).buffer;
}
