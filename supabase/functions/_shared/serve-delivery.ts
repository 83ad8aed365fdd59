import { connectAsService, requireCaller, type Caller } from './backend.ts';
import {
  ProviderError,
  type DeliveryProvider,
  type IssuedCard,
  type SentTopUp,
} from './delivery-provider.ts';
import { answer, HttpError, onPost, optionalVariable } from './http.ts';
import { createHttpProvider } from './http-provider.ts';
import { isOnThisMachineOnly } from './local-only.ts';
import { m } from './paraglide/messages.js';
import { readJson } from './read-json.ts';
import { refusalOf } from './rpc-error.ts';
import { UUID } from './uuid.ts';

const BAD_GATEWAY = 502;

type DeliveryResult = IssuedCard | SentTopUp;

interface DeliveryFunction<Order extends { kind: string }, Result extends DeliveryResult> {
  readonly kind: Order['kind'];
  /** The variables with the URL and the key of the provider. */
  readonly urlVariable: string;
  readonly keyVariable: string;
  readonly readResult: (body: Readonly<Record<string, unknown>>) => Result | null;
  /** What the sandbox delivers: nothing outside this machine. */
  readonly sample: (recordId: string) => Result;
}

/**
 * A function that delivers one record with its provider, for an administrator: `{"record_id": …}`. Without a
 * record it responds with the name of the provider. The database decides with the token of the administrator
 * what may be delivered.
 */
export function serveDelivery<Order extends { kind: string }, Result extends DeliveryResult>(
  options: DeliveryFunction<Order, Result>,
): (request: Request) => Promise<Response> {
  return onPost(async (request) => {
    const caller = await requireCaller(request);
    const body = await readJson(request);
    const provider = chooseProvider(options, request);
    if (body.record_id === undefined) {
      await requireAdministrator(caller);
      return answer({ provider: provider?.name ?? null, is_test: provider?.isTest ?? false });
    }
    const recordId = readRecordId(body.record_id);
    const order = await orderOf<Order>(caller, recordId);
    if (order.kind !== options.kind) {
      throw new HttpError(400, m.error_delivery_kind, 'delivery.kind');
    }
    if (provider === null) {
      throw new HttpError(503, m.error_delivery_no_provider, 'delivery.no_provider');
    }
    const result: DeliveryResult = await deliver(caller, provider, recordId, order);
    const stored = await connectAsService().rpc('deliver_by_provider', {
      record_id: recordId,
      administrator_id: caller.userId,
      provider: provider.name,
      is_test: provider.isTest,
      result: { ...result },
    });
    if (stored.error !== null) throw refusalOf(stored);
    return answer({ state: 'delivered', is_test: provider.isTest });
  });
}

function chooseProvider<Order extends { kind: string }, Result extends DeliveryResult>(
  { urlVariable, keyVariable, readResult, sample }: DeliveryFunction<Order, Result>,
  request: Request,
): DeliveryProvider<Order, Result> | null {
  const url = optionalVariable(urlVariable);
  if (url !== null) {
    return createHttpProvider({ url, key: optionalVariable(keyVariable), readResult });
  }
  if (!isOnThisMachineOnly(request)) return null;
  return {
    name: 'sandbox',
    isTest: true,
    deliver: (recordId) => Promise.resolve(sample(recordId)),
  };
}

function readRecordId(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new HttpError(404, m.error_delivery_not_found, 'delivery.not_found');
}

async function requireAdministrator({ backend }: Caller): Promise<void> {
  const { data, error } = await backend.rpc('delivery_counts');
  if (error !== null) throw error;
  if (data.length === 0) {
    throw new HttpError(
      403,
      m.error_only_administrators_can_do_this,
      'delivery.administrator_required',
    );
  }
}

async function orderOf<Order>({ backend }: Caller, recordId: string): Promise<Order> {
  const call = await backend.rpc('provider_order', { record_id: recordId });
  if (call.error !== null) throw refusalOf(call);
  return call.data as Order;
}

/** A failed attempt stays in the queue with its reason. */
async function deliver<Order, Result>(
  { backend }: Caller,
  provider: DeliveryProvider<Order, Result>,
  recordId: string,
  order: Order,
): Promise<Result> {
  try {
    return await provider.deliver(recordId, order);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.error('delivery: the provider failed', recordId, error.message);
    const noted = await backend.rpc('fail_delivery', {
      record_id: recordId,
      reason: error.message,
    });
    if (noted.error !== null) throw refusalOf(noted);
    throw new HttpError(BAD_GATEWAY, m.error_delivery_provider_failed, 'delivery.provider_failed');
  }
}
