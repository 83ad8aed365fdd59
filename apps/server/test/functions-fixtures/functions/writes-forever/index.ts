Deno.serve(() => {
  const chunk = new Uint8Array(65_536);
  return new Response(
    new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk);
      },
    }),
  );
});
