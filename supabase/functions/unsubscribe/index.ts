/**
 * The link of the header List-Unsubscribe. A mail program posts to it without asking (RFC 8058). A person who opens
 * it comes to the page of the web application.
 */
import { connectAsService } from '../_shared/backend.ts';
import { optionalVariable, requireVariable } from '../_shared/http.ts';

Deno.serve(async (request) => {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (request.method === 'GET') {
    const site = new URL(optionalVariable('SITE_URL') ?? requireVariable('SUPABASE_URL')).origin;
    return new Response(null, {
      status: 303,
      headers: {
        Location: `${site}/unsubscribe?token=${encodeURIComponent(token)}`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      },
    });
  }
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const { data, error } = await connectAsService().rpc('unsubscribe', { token });
  if (error !== null) {
    console.error('unsubscribe: failed to store the preference', error.code);
    return new Response(null, { status: 500 });
  }
  return new Response(null, { status: data ? 204 : 400 });
});
