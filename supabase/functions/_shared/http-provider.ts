import { ProviderError, type DeliveryProvider } from './delivery-provider.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_CHARACTERS = 10_000;

interface HttpProviderOptions<Result> {
  /** The endpoint of the provider, or of the operator's adapter for it. */
  readonly url: string;
  readonly key: string | null;
  /** Null for a response that is not a result. */
  readonly readResult: (body: Readonly<Record<string, unknown>>) => Result | null;
}

/**
 * A provider with one endpoint: `POST` with the order as JSON, a bearer key and the record's id as
 * `Idempotency-Key`. It responds with the result as JSON.
 */
export function createHttpProvider<Order, Result>({
  url,
  key,
  readResult,
}: HttpProviderOptions<Result>): DeliveryProvider<Order, Result> {
  const name = new URL(url).hostname;
  return {
    name,
    isTest: false,
    async deliver(recordId, order) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': recordId,
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ record_id: recordId, order }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new ProviderError(`${name} did not respond: ${(error as Error).name}`);
      });
      const text = await response.text();
      if (!response.ok) throw new ProviderError(`${name} responded with ${response.status}`);
      const result = readResult(parseObject(text));
      if (result === null) throw new ProviderError(`${name} sent a result that is not valid`);
      return result;
    },
  };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  if (text.length > MAX_RESPONSE_CHARACTERS) return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
