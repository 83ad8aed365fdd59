/**
 * Makes sessions expire by the clock of this machine. A response has both the lifetime of a session and its
 * end by the server's clock. On a machine whose clock is hours ahead, a new session would have expired
 * already. The auth client calculates the end itself if the response does not have it.
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
