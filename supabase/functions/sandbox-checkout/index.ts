/** The payment page of the sandbox for demonstrations. It asks for no card and moves no money. */
import { connectAsService } from '../_shared/backend.ts';
import { withShortBody } from '../_shared/http.ts';
import { localeOf, type Locale } from '../_shared/language.ts';
import { findSandboxSession, isSandboxAllowed, type SandboxSession } from '../_shared/sandbox.ts';
import { sandboxPage } from './page.ts';

/** The rules of the database that refuse a second or late decision. */
const REFUSED_DECISIONS = ['sandbox_checkout.already_decided', 'sandbox_checkout.expired'];

/** The redirect of each outcome. Null shows the page again. */
const REDIRECTS = {
  paid: 'success_url',
  declined: null,
  cancelled: 'cancel_url',
} as const;

function show(session: SandboxSession | null, locale: Locale, status = 200): Response {
  const targets =
    session === null
      ? []
      : [new URL(session.success_url).origin, new URL(session.cancel_url).origin];
  return new Response(sandboxPage(session, locale), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // A browser also checks the redirect target of a form.
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${targets.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  });
}

function redirectTo(url: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: url, 'Cache-Control': 'no-store' },
  });
}

Deno.serve(async (request) => {
  if (!isSandboxAllowed(request)) return new Response(null, { status: 404 });
  if (request.method !== 'GET' && request.method !== 'POST') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } });
  }
  const locale = localeOf(request);
  const service = connectAsService();
  const id = new URL(request.url).searchParams.get('session_id') ?? '';
  const session = await findSandboxSession(service, id);
  if (session === null) return show(null, locale, 404);
  if (session.status === 'paid') return redirectTo(session.success_url);
  if (request.method === 'GET') return show(session, locale);

  const form = await withShortBody(request)
    .then((short) => short.formData())
    .catch(() => new FormData());
  const outcome = form.get('outcome');
  if (outcome !== 'paid' && outcome !== 'declined' && outcome !== 'cancelled')
    return show(session, locale, 400);
  const { data, error } = await service
    .from('sandbox_checkout_sessions')
    .update({ status: outcome })
    .eq('id', id)
    .eq('status', 'open')
    .select('*')
    .maybeSingle();
  if (error !== null && !REFUSED_DECISIONS.includes(error.hint)) throw error;
  const decided = data ?? (await findSandboxSession(service, id));
  if (decided?.status !== outcome) return show(decided, locale, 409);
  const target = REDIRECTS[outcome];
  return target === null ? show(decided, locale, 402) : redirectTo(decided[target]);
});
