/** The headers of Standard Webhooks: HMAC-SHA256 over id, time and body. */
export async function signedHeaders(
  id: string,
  timestampS: number,
  body: string,
  secret: string | null,
): Promise<Record<string, string>> {
  const headers = { 'Webhook-Id': id, 'Webhook-Timestamp': String(timestampS) };
  if (secret === null) return headers;
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const content = encoder.encode(`${id}.${String(timestampS)}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return { ...headers, 'Webhook-Signature': `v1,${btoa(String.fromCharCode(...signature))}` };
}
