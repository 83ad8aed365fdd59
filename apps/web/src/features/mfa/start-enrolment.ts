import { readBackendError } from '../../lib/backend-error.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { FactorKind } from '../../session/mfa/factor-kinds.ts';
import { webauthnError } from '../../session/mfa/webauthn-error.ts';
import {
  addKey,
  startAuthenticator,
  startPhone,
  type AuthenticatorKey,
  type StartedPhone,
} from './factors-api.ts';
import type { FactorError } from './factor-form.tsx';
import type { FactorRequest } from './factor.schema.ts';

/** What waits for its first code. */
export type StartedEnrolment = { factorId: string } & (
  | { kind: 'totp'; key: AuthenticatorKey }
  | { kind: 'phone'; phone: StartedPhone }
);

interface Beginning {
  request: FactorRequest;
  /** Ends the browser's question for a key. */
  signal: AbortSignal;
}

/** Begins to set something up; null: it is set up already, as a key is with its first answer. */
export async function startEnrolment({
  request,
  signal,
}: Beginning): Promise<StartedEnrolment | null> {
  switch (request.kind) {
    case 'totp': {
      const key = await startAuthenticator(request.name);
      return { factorId: key.factorId, kind: 'totp', key };
    }
    case 'phone': {
      const phone = await startPhone(request);
      return { factorId: phone.factorId, kind: 'phone', phone };
    }
    case 'webauthn':
      await addKey({ name: request.name, signal });
      return null;
  }
}

/** What is told when something cannot be set up, and at which field. */
export function enrolmentError(error: unknown, kind: FactorKind): FactorError {
  const { key } = readBackendError(error);
  const message = kind === 'webauthn' ? webauthnError(error) : errorMessage(error);
  if (key === 'mfa_factor_name_conflict') return { field: 'name', message };
  if (kind !== 'phone') return { field: null, message };
  if (key === 'validation_failed') {
    return { field: 'phone', message: "We can't send texts to this number." };
  }
  return { field: key === 'over_sms_send_rate_limit' ? 'phone' : null, message };
}
