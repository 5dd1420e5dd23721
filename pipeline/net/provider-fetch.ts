import { createGate } from './gate.ts';
import { lazyPinnedAgent, loadUndici } from './pinned-agent.ts';

/**
 * A streaming fetch for calls to a model provider, through the gate. `hostPort`: the provider of the operator's own settings, which
 * may be a private address. No redirect is followed: a key goes to the host it was meant for, or nowhere.
 */
export function createProviderFetch(hostPort: string): { fetch: typeof fetch; close: () => Promise<void> } {
  const gate = createGate({ allow: [hostPort] });
  const pinned = lazyPinnedAgent(gate);
  // The fetch of the package, not of Node: only that one goes with the package's agents. Their types differ in name alone.
  const guarded = async (input: string, init?: object) => {
    gate.parse(input);
    const [{ fetch: undiciFetch }, agent] = await Promise.all([loadUndici(), pinned.agent()]);
    return undiciFetch(input, { ...init, dispatcher: agent, redirect: 'error' });
  };
  return { fetch: ((input: string | URL | Request, init?: RequestInit) => guarded(input instanceof Request ? input.url : String(input), init)) as unknown as typeof fetch, close: pinned.destroy };
}
