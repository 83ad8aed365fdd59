import { errorCode, errorMessage } from '../../lib/error-message.ts';
import type { FactorKind } from '../../session/factor-kinds.ts';
import { keyProblem } from '../../session/key-problem.ts';
import { addKey, beginApp, beginPhone, type AppKey, type AskedPhone } from './factors-api.ts';
import type { WayProblem } from './way-form.tsx';
import type { WayRequest } from './way.schema.ts';

/** What waits for its first code. */
export type BegunWay = { factorId: string } & (
  | { kind: 'totp'; key: AppKey }
  | { kind: 'phone'; phone: AskedPhone }
);

interface Beginning {
  request: WayRequest;
  /** Ends the browser's question for a key. */
  signal: AbortSignal;
}

/** Begins to set something up; null: it is set up already, as a key is with its first answer. */
export async function beginWay({ request, signal }: Beginning): Promise<BegunWay | null> {
  switch (request.kind) {
    case 'totp': {
      const key = await beginApp(request.name);
      return { factorId: key.factorId, kind: 'totp', key };
    }
    case 'phone': {
      const phone = await beginPhone(request);
      return { factorId: phone.factorId, kind: 'phone', phone };
    }
    case 'webauthn':
      await addKey({ name: request.name, signal });
      return null;
  }
}

/** What is told when something cannot be set up, and at which field. */
export function wayProblem(error: unknown, kind: FactorKind): WayProblem {
  const code = errorCode(error);
  const message = kind === 'webauthn' ? keyProblem(error) : errorMessage(error);
  if (code === 'mfa_factor_name_conflict') return { field: 'name', message };
  if (kind !== 'phone') return { field: null, message };
  if (code === 'validation_failed') {
    return { field: 'phone', message: "We can't send texts to this number." };
  }
  return { field: code === 'over_sms_send_rate_limit' ? 'phone' : null, message };
}
