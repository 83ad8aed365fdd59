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
import { m } from '../../paraglide/messages.js';

/** An enrolment that needs its first code. */
export type StartedEnrolment = { factorId: string } & (
  | { kind: 'totp'; key: AuthenticatorKey }
  | { kind: 'phone'; phone: StartedPhone }
);

interface EnrolmentStart {
  request: FactorRequest;
  /** Closes the browser's prompt for a key. */
  signal: AbortSignal;
}

/** Starts an enrolment. Resolves to null when it is already complete, as for a security key. */
export async function startEnrolment({
  request,
  signal,
}: EnrolmentStart): Promise<StartedEnrolment | null> {
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

/** The message for a failed enrolment, and its field. */
export function enrolmentError(error: unknown, kind: FactorKind): FactorError {
  const { key } = readBackendError(error);
  const message = kind === 'webauthn' ? webauthnError(error) : errorMessage(error);
  if (key === 'mfa_factor_name_conflict') return { field: 'name', message };
  if (kind !== 'phone') return { field: null, message };
  if (key === 'validation_failed') {
    return { field: 'phone', message: m.mfa_we_cant_send_texts_to_this_number() };
  }
  return { field: key === 'over_sms_send_rate_limit' ? 'phone' : null, message };
}
