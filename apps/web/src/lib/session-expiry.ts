/**
 * Sessions by the clock of this machine. An answer says both how long a session lasts and until
 * when, by the server's clock; on a machine whose clock is hours ahead every new session would
 * have run out already. The client of the authentication service works the end out by itself
 * where it is not given.
 */
export function withLocalExpiry(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.ok || answer.body === null) return answer;
    const text = await answer.text();
    return new Response(withoutEnd(text), answer);
  };
}

function withoutEnd(text: string): string {
  try {
    const { expires_at: _end, ...session } = JSON.parse(text) as Record<string, unknown>;
    return 'expires_in' in session ? JSON.stringify(session) : text;
  } catch {
    return text;
  }
}
