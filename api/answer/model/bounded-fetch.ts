const MAX_FRAME_BYTES = 8 * 2 ** 20;
const NEWLINE = 10;

export class FrameTooLarge extends Error {
  override name = 'FrameTooLarge';
}

/**
 * Limits the length of a line, because the reader holds a complete line in memory before parsing
 * it.
 */
export function boundedFetch(inner: typeof fetch, maxFrameBytes = MAX_FRAME_BYTES): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init);
    if (!response.body) return response;
    let line = 0;
    const capped = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          const first = bytes.indexOf(NEWLINE);
          line += first < 0 ? bytes.length : first;
          if (line > maxFrameBytes) {
            controller.error(new FrameTooLarge(`a line of more than ${maxFrameBytes} bytes`));
            return;
          }
          if (first >= 0) line = bytes.length - 1 - bytes.lastIndexOf(NEWLINE);
          controller.enqueue(bytes);
        },
      }),
    );
    return new Response(capped, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}
