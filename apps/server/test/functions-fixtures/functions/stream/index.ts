Deno.serve((request) => {
  const upper = new TransformStream({
    transform: (chunk: string, controller) => controller.enqueue(chunk.toUpperCase()),
  });
  return new Response(
    request.body?.pipeThrough(new TextDecoderStream()).pipeThrough(upper).pipeThrough(new TextEncoderStream()),
  );
});
