Deno.serve(async (request) => {
  const { pathname, search } = new URL(request.url);
  return Response.json({
    method: request.method,
    pathname,
    search,
    body: await request.text(),
    headers: Object.fromEntries(request.headers),
  });
});
