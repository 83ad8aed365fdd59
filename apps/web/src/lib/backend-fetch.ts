import { reportAnswered, reportUnanswered } from './connection.ts';
import { normalizeErrorResponse } from './normalize-error-response.ts';
import { UnreachableError } from './unreachable-error.ts';

const REQUEST_TIMEOUT_MS = 15_000;
/** Statuses whose answers may have no body, not even an empty one. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * The `fetch` under every client of the backend. An answer counts once it is there to its last
 * byte; without one in time, or without a network, it throws an UnreachableError. Who aborts a
 * request gets the abortion back.
 */
export function createBackendFetch(timeoutMs = REQUEST_TIMEOUT_MS): typeof fetch {
  return async (input, init) => {
    const sentAtMs = performance.now();
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    try {
      const answer = await fetch(input, { ...init, signal });
      const body = WITHOUT_BODY.includes(answer.status) ? null : await answer.arrayBuffer();
      reportAnswered();
      return normalizeErrorResponse(answer, body);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      reportUnanswered(sentAtMs);
      throw new UnreachableError({ cause: error });
    }
  };
}
