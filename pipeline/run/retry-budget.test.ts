import { describe, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import { retryDecision } from './retry-budget.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number): string => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
type Waiting = Pick<SourceRow, 'pendingVersion' | 'errorCode' | 'refreshError' | 'facts'>;
const source = (more: Partial<Waiting> = {}): Waiting => ({
  pendingVersion: null,
  errorCode: null,
  refreshError: null,
  facts: {},
  ...more,
});
const busy = new Fault('rate_limited', { retryAfterS: 900 });

describe('a site that limits requests', () => {
  it('is retried when it says, and the source shows why and since when it waits', () => {
    expect(retryDecision(source({ facts: { title: 'kept' } }), busy, NOW)).toEqual({
      kind: 'wait',
      delayMs: 900_000,
      patch: {
        errorCode: 'rate_limited',
        errorMessage: busy.message,
        facts: { title: 'kept', waitingSince: NOW.toISOString() },
      },
    });
  });
  it('is waited for from its first request to wait', () => {
    expect(retryDecision(source({ facts: { waitingSince: ago(23) } }), busy, NOW)).toMatchObject({
      kind: 'wait',
      patch: { facts: { waitingSince: ago(23) } },
    });
  });
  it('is given up after a day', () => {
    expect(retryDecision(source({ facts: { waitingSince: ago(25) } }), busy, NOW)).toMatchObject({
      kind: 'enough',
      fault: { code: 'timed_out' },
    });
  });
  it('is waited for during a refresh, up to a day as well', () => {
    const refresh = (at: string) =>
      source({ pendingVersion: 2, refreshError: { code: 'rate_limited', message: '', at } });
    expect(retryDecision(refresh(ago(2)), busy, NOW)).toMatchObject({
      kind: 'wait',
      patch: { refreshError: { code: 'rate_limited', at: ago(2) } },
    });
    expect(retryDecision(refresh(ago(25)), busy, NOW)).toMatchObject({ kind: 'enough' });
  });
  it('is retried after 15 minutes if it gives no time', () => {
    expect(retryDecision(source(), new Fault('rate_limited'), NOW)).toMatchObject({
      kind: 'wait',
      delayMs: 15 * 60_000,
    });
  });
  it("isn't an error if only our own rate limit delays it", () => {
    expect(retryDecision(source(), new Fault('paced', { retryAfterS: 2 }), NOW)).toEqual({
      kind: 'wait',
      delayMs: 2000,
      patch: {},
    });
  });
});

describe('a video that has not ended', () => {
  const live = new Fault('live_not_ended', { retryAfterS: 7200 });
  it('has no transcript until it is read again after its end', () => {
    expect(retryDecision(source(), live, NOW)).toMatchObject({
      kind: 'wait',
      delayMs: 7_200_000,
      patch: { transcriptStatus: 2, errorCode: 'live_not_ended' },
    });
  });
  it('is read again only once', () => {
    expect(retryDecision(source({ errorCode: 'live_not_ended' }), live, NOW)).toMatchObject({
      kind: 'enough',
      fault: { code: 'live_not_ended' },
    });
  });
});

describe('an index that cannot be reached', () => {
  const gone = new Fault('unavailable');
  const since = (hours: number) =>
    source({ errorCode: 'unavailable', facts: { waitingSince: ago(hours) } });
  it('is retried soon, then at growing intervals', () => {
    expect(retryDecision(source({ facts: { waitingSince: ago(9) } }), gone, NOW)).toMatchObject({
      kind: 'wait',
      delayMs: 3_000,
      patch: { errorCode: 'unavailable', facts: { waitingSince: NOW.toISOString() } },
    });
    expect(retryDecision(since(0.05), gone, NOW)).toMatchObject({
      kind: 'wait',
      delayMs: 180_000,
      patch: { facts: { waitingSince: ago(0.05) } },
    });
    expect(retryDecision(since(5), gone, NOW)).toMatchObject({
      kind: 'wait',
      delayMs: 15 * 60_000,
    });
  });
  it('is given up after six hours', () => {
    expect(retryDecision(since(6.1), gone, NOW)).toMatchObject({
      kind: 'enough',
      fault: { code: 'timed_out', message: expect.stringContaining('six hours') },
    });
  });
});

describe('a machine without a network', () => {
  const offline = new Fault('offline', { retryAfterS: 7 });

  it('is waited for without a limit', () => {
    const waiting = source({ errorCode: 'offline', facts: { waitingSince: ago(900) } });
    expect(retryDecision(waiting, offline, NOW)).toEqual({
      kind: 'wait',
      delayMs: 7_000,
      patch: { errorCode: 'offline', errorMessage: 'No network. Resumes automatically.' },
    });
  });
  it("isn't shown for a source that waits for its turn", () => {
    const paced = new Fault('paced', { retryAfterS: 2 });
    expect(retryDecision(source({ errorCode: 'offline' }), paced, NOW)).toMatchObject({
      patch: { errorCode: null, errorMessage: null },
    });
  });
});
