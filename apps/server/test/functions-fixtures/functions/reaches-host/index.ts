Deno.serve(async (request) => {
  const { url } = await request.json();
  return new Response(await fetch(url).then((answer) => answer.text()));
});
