import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveApi, Refusal, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, thread } from '#ui/testing/examples.ts';
import { api, ApiError, messageOf, NETWORK_ERROR } from './api.ts';
import {
  forgetSession,
  holdSession,
  keepSessionFresh,
  onSessionEnd,
  queueSignOut,
  sessionUntil,
} from './session.ts';
import { sessionTexts } from './texts.ts';

const HOUR_MS = 3_600_000;
/** A session as the server sets it; expires in `inMs`. */
const signedInFor = (inMs: number): string => {
  const until = new Date(Date.now() + inMs).toISOString();
  document.cookie = `gloss_until=${until}; Path=/`;
  holdSession(until);
  return until;
};
const notSignedIn = () => new Refusal(401, 'not_signed_in', 'Sign in first.');
const server = (script: Script = {}) => serveApi({ 'GET threads/:id': () => thread(1), ...script });
const renewing = (script: Script = {}) =>
  server({
    'POST auth/refresh': () => ({
      accessToken: 'token',
      user: me().user,
      expiresAt: signedInFor(HOUR_MS),
    }),
    ...script,
  });
const problemOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  if (error instanceof ApiError) return error;
  throw new Error('It has not failed as a call does.');
};

afterEach(() => {
  forgetSession();
});

describe('a session', () => {
  it('lasts until the time that the server has set', () => {
    const until = signedInFor(HOUR_MS);
    expect(sessionUntil()).toBe(Date.parse(until));
    forgetSession();
    expect(sessionUntil()).toBeUndefined();
  });

  it('is renewed before a request if it has expired', async () => {
    const stand = renewing();
    signedInFor(-1000);
    await api.thread(id(1));
    expect(stand.requests.map((it) => it.path)).toEqual(['auth/refresh', `threads/${id(1)}`]);
  });

  it('is not renewed while it is valid', async () => {
    const stand = renewing();
    signedInFor(HOUR_MS);
    await api.thread(id(1));
    expect(stand.requests.map((it) => it.path)).toEqual([`threads/${id(1)}`]);
  });

  it('is renewed once when the server rejects a request, which is then repeated', async () => {
    let isFirst = true;
    const stand = renewing({
      'GET threads/:id': () => {
        if (!isFirst) return thread(1);
        isFirst = false;
        return notSignedIn();
      },
    });
    signedInFor(HOUR_MS);
    expect((await api.thread(id(1))).title).toBe('Thread 1');
    expect(stand.of('POST auth/refresh')).toHaveLength(1);
    expect(stand.of('GET threads/:id')).toHaveLength(2);
  });

  it('is renewed once for simultaneous requests', async () => {
    const stand = renewing();
    signedInFor(-1000);
    await Promise.all([api.thread(id(1)), api.thread(id(2)), api.thread(id(3))]);
    expect(stand.of('POST auth/refresh')).toHaveLength(1);
  });

  it("ends when it can't be renewed, and the page is told", async () => {
    server({ 'GET threads/:id': notSignedIn, 'POST auth/refresh': notSignedIn });
    signedInFor(HOUR_MS);
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    const error = await problemOf(api.thread(id(1)));
    expect([error.code, error.message]).toEqual(['not_signed_in', sessionTexts.signedOut]);
    expect(ended).toHaveBeenCalledOnce();
    expect(sessionUntil()).toBeUndefined();
    stop();
  });

  it('is kept while the server is unreachable', async () => {
    server({
      'GET threads/:id': notSignedIn,
      'POST auth/refresh': () => new Refusal(503, 'busy', 'Busy.'),
    });
    signedInFor(HOUR_MS);
    await problemOf(api.thread(id(1)));
    expect(sessionUntil()).toBeDefined();
  });
});

describe('an open page', () => {
  let stop: () => void;
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const keptFresh = (script: Script) => {
    vi.useFakeTimers();
    const stand = renewing(script);
    signedInFor(HOUR_MS);
    stop = keepSessionFresh();
    return { renewals: () => stand.of('POST auth/refresh').length, change: stand.change };
  };

  it('renews its session a minute before it expires, each time', async () => {
    const { renewals } = keptFresh({});
    await vi.advanceTimersByTimeAsync(HOUR_MS - 61_000);
    expect(renewals()).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(renewals()).toBe(1);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(renewals()).toBe(2);
  });

  it('retries after a minute while the server is unreachable, but not after a refusal', async () => {
    const { renewals, change } = keptFresh({
      'POST auth/refresh': () => new Refusal(503, 'busy', 'Busy.'),
    });
    await vi.advanceTimersByTimeAsync(HOUR_MS - 59_000);
    expect(renewals()).toBe(1);
    change({ 'POST auth/refresh': notSignedIn });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(renewals()).toBe(2);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(renewals()).toBe(2);
    expect(sessionUntil()).toBeUndefined();
  });

  it('does not renew its session while hidden, and does when it is shown again', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => seen.mockRestore());
    const { renewals } = keptFresh({});
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(renewals()).toBe(0);
    seen.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(renewals()).toBe(1);
  });

  it('stops renewing when it is closed', async () => {
    const { renewals } = keptFresh({});
    stop();
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(renewals()).toBe(0);
  });
});

describe('signing out offline', () => {
  it('is sent to the server before any other request', async () => {
    const stand = server({ 'POST auth/logout': () => ({}) });
    signedInFor(HOUR_MS);
    queueSignOut(true, ['token-1']);
    expect(sessionUntil()).toBeUndefined();
    await api.thread(id(1));
    await api.thread(id(1));
    expect(stand.requests.map((it) => it.path)).toEqual([
      'auth/logout',
      `threads/${id(1)}`,
      `threads/${id(1)}`,
    ]);
    expect(stand.requests[0]?.body).toEqual({ everywhere: true, keepTokens: ['token-1'] });
  });

  it('is retried if the server could not process it', async () => {
    const stand = server({ 'POST auth/logout': () => new Refusal(503, 'busy', 'Busy.') });
    queueSignOut(false, []);
    await api.thread(id(1));
    stand.change({ 'POST auth/logout': () => ({}) });
    await api.thread(id(1));
    await api.thread(id(1));
    expect(stand.of('POST auth/logout')).toHaveLength(2);
  });
});

describe('a failed request', () => {
  it("shows the server's message and retry delay", async () => {
    server({
      'GET threads/:id': () =>
        Response.json(
          { code: 'rate_limited', message: 'Too many requests.', details: { limit: 3 } },
          { status: 429, headers: { 'Retry-After': '7' } },
        ),
    });
    const error = await problemOf(api.thread(id(1)));
    expect(error).toMatchObject({
      code: 'rate_limited',
      message: 'Too many requests.',
      status: 429,
      retryAfterS: 7,
      details: { limit: 3 },
    });
  });

  it('shows the status if the server sent no message', async () => {
    server({
      'GET threads/:id': () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
    });
    expect((await problemOf(api.thread(id(1)))).message).toBe('Error: Bad Gateway');
  });

  it('says that there was no response', async () => {
    server({
      'GET threads/:id': () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const error = await problemOf(api.thread(id(1)));
    expect([error.message, error.status]).toEqual([NETWORK_ERROR, 0]);
  });

  it("says that page and server don't understand each other", async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server({ 'GET threads/:id': () => ({ title: 7 }) });
    expect((await problemOf(api.thread(id(1)))).code).toBe('bad_answer');
    told.mockRestore();
  });

  it('has a message for any thrown value', () => {
    expect(messageOf(new Error('Out of paper.'))).toBe('Out of paper.');
    expect(messageOf('?')).toBe('something went wrong, please try again');
    expect(messageOf(new Error(''))).toBe('something went wrong, please try again');
  });
});
