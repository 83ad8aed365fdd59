Deno.serve(async (request) => {
  const kept: Uint8Array[] = [];
  while (request.method === 'POST') {
    kept.push(new Uint8Array(10_000_000).fill(1));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return new Response('well');
});
