/** Sentences for people, by the error code of the auth service or of PostgREST. */
const SENTENCES: Partial<Record<string, string>> = {
  webauthn_verification_failed:
    "We couldn't verify this passkey. It may have been removed from your account. Use another passkey or your password.",
};

/** The sentence for an error's code; null where the server's own message is shown. */
export function errorSentence(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? (SENTENCES[code] ?? null) : null;
}
