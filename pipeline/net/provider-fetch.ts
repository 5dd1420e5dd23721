import { createGate } from './gate.ts';
import { lazyPinnedAgent, loadUndici } from './pinned-agent.ts';

/** Aborts a body larger than `maxBytes` with a `TypeError`, as fetch does for a broken connection. */
function bounded(response: Response, maxBytes: number): Response {
  if (!response.body) return response;
  let size = 0;
  const capped = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        size += bytes.length;
        if (size > maxBytes)
          controller.error(new TypeError(`an answer of more than ${maxBytes} bytes`));
        else controller.enqueue(bytes);
      },
    }),
  );
  return new Response(capped, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/**
 * A streaming fetch for calls to a model provider, through the gate. `hostPort`: the provider in
 * the operator's settings, which may be a private address. Follows no redirects, so that the key is
 * sent only to that host. `maxBytes`: limit of a response body; none by default, for streams.
 */
export function createProviderFetch(
  hostPort: string,
  { maxBytes = Infinity }: { maxBytes?: number } = {},
): { fetch: typeof fetch; close: () => Promise<void> } {
  const gate = createGate({ allow: [hostPort] });
  const pinned = lazyPinnedAgent(gate);
  // The package's fetch, not Node's, because only it accepts the package's agents. The types are equivalent.
  const guarded = async (input: string, init?: object) => {
    gate.parse(input);
    const [{ fetch: undiciFetch }, agent] = await Promise.all([loadUndici(), pinned.agent()]);
    const response = (await undiciFetch(input, {
      ...init,
      dispatcher: agent,
      redirect: 'error',
    })) as unknown as Response;
    return maxBytes === Infinity ? response : bounded(response, maxBytes);
  };
  return {
    fetch: ((input: string | URL | Request, init?: RequestInit) =>
      guarded(
        input instanceof Request ? input.url : String(input),
        init,
      )) as unknown as typeof fetch,
    close: pinned.destroy,
  };
}
