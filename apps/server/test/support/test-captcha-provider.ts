import { startHttpDouble } from './http-double.ts';

/**
 * A captcha provider at its HTTP boundary: each token that begins with `solved` is accepted once, as by the
 * real ones, and a token that begins with `outage` causes an error of the provider.
 */
export async function startCaptchaProvider() {
  const spent = new Set<string>();
  const { url, close } = await startHttpDouble(({ body }, response) => {
    const token = new URLSearchParams(body).get('response') ?? '';
    const isSolved = token.startsWith('solved') && !spent.has(token);
    spent.add(token);
    const verdict = isSolved
      ? { success: true }
      : { success: false, 'error-codes': ['timeout-or-duplicate'] };
    response
      .writeHead(token.startsWith('outage') ? 500 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(verdict));
  });
  return { url: `${url}/siteverify`, close };
}
