import { describe, expect, it } from 'vitest';
import { Fault, FaultCode, FAULTS, isWaitFault, toFault } from './faults.ts';

const SOURCE_CODES = (
  'unsupported_url not_found no_such_host private_or_removed age_restricted geo_blocked live_not_ended ' +
  'rate_limited blocked_address too_large timed_out password_protected corrupt_file no_text ' +
  'no_transcript browser_missing ytdlp_missing provider_failed internal'
).split(' ');
const rows = FaultCode.options.map((code) => [code, FAULTS[code]] as const);

describe('the table of faults', () => {
  it.each(SOURCE_CODES)('has the code %s of the HTTP contract', (code) =>
    expect(FaultCode.safeParse(code).success).toBe(true),
  );
  it.each(['', 'NOT_FOUND', 'constructor', '__proto__'])('has no code %j', (code) =>
    expect(FaultCode.safeParse(code).success).toBe(false),
  );
  it.each(rows)('%s has an error status and an exit code of the contract', (_, row) => {
    expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.status).toBeLessThan(600);
    expect([1, 2, 3]).toContain(row.exit);
  });
  it.each(rows)('%s has a readable message, without the code or a placeholder', (code, row) => {
    expect(row.message).toMatch(/^[A-Z]/);
    expect(row.message).not.toMatch(/undefined|\{|\$\{|\n/);
    expect(row.message).not.toContain(`${code}_`);
  });
  it.each([
    ['not_signed_in', 401],
    ['not_allowed', 403],
    ['absent', 404],
    ['not_found', 404],
    ['no_such_host', 422],
    ['too_large', 413],
    ['rate_limited', 429],
    ['allowance_spent', 429],
    ['unavailable', 503],
    ['storage_full', 507],
  ] as const)('%s is HTTP status %d', (code, status) => expect(FAULTS[code].status).toBe(status));
  it.each([
    ['bad_request', 2],
    ['unreachable', 3],
    ['not_found', 1],
  ] as const)('%s ends a command with exit code %d', (code, exit) =>
    expect(FAULTS[code].exit).toBe(exit),
  );
  it('never retries what people have to change themselves', () => {
    for (const code of ['password_protected', 'unsupported_url', 'blocked_address'] as const)
      expect(FAULTS[code].retry).toBe('never');
  });
});

describe('what callers derive from the table', () => {
  const codesWith = (test: (row: (typeof FAULTS)[FaultCode]) => boolean): FaultCode[] =>
    FaultCode.options.filter((code) => test(FAULTS[code]));

  it('exit code 2 is for invalid requests only', () =>
    expect(codesWith(({ exit }) => exit === 2)).toEqual(['bad_request']));
  it('exit code 3 is for problems of the server or the account, not of the request', () =>
    expect(codesWith(({ exit }) => exit === 3).sort()).toEqual([
      'bad_credentials',
      'not_signed_in',
      'second_step_over',
      'storage_full',
      'unavailable',
      'unreachable',
      'wrong_code',
    ]));
  it('status 401 is for everyone who has to sign in, and nobody else', () => {
    const unauthorised = codesWith(({ status }) => status === 401);
    expect(unauthorised.length).toBeGreaterThan(0);
    for (const code of unauthorised)
      expect([FAULTS[code].exit, FAULTS[code].retry]).toEqual([3, 'never']);
  });
  it('a failure of the server is retried', () => {
    for (const code of codesWith(({ status }) => status >= 500))
      expect([code, FAULTS[code].retry]).not.toEqual([code, 'never']);
  });
  it('a request that fails again the same way is not retried', () => {
    for (const code of codesWith(({ status }) => [400, 401, 403, 404, 413].includes(status)))
      expect([code, FAULTS[code].retry]).toEqual([code, 'never']);
  });
  it('each status is defined by HTTP', () =>
    expect([...new Set(FaultCode.options.map((code) => FAULTS[code].status))].sort()).toEqual([
      400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504, 507,
    ]));
  it("each message is unique, except where users can't tell the causes apart", () => {
    const messages = FaultCode.options.map((code) => FAULTS[code].message);
    expect(new Set(messages).size).toBe(messages.length);
  });
  it('messages name settings by their current prefix', () => {
    for (const code of FaultCode.options)
      for (const [name] of FAULTS[code].message.matchAll(/\b[A-Z]+_[A-Z_]+\b/g))
        expect(name).toMatch(/^GLOSS_/);
  });
});

describe('a fault', () => {
  it('has the message of its row', () => {
    const fault = new Fault('no_text');
    expect(fault).toBeInstanceOf(Error);
    expect([fault.name, fault.code, fault.message]).toEqual([
      'Fault',
      'no_text',
      FAULTS.no_text.message,
    ]);
    expect([fault.details, fault.cause, fault.retryAfterS]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  it('has a more exact message, details, its cause and a retry delay', () => {
    const cause = new Error('socket');
    const fault = new Fault('rate_limited', {
      message: 'Wait an hour.',
      details: { host: 'example.org' },
      cause,
      retryAfterS: 3600,
    });
    expect(fault.message).toBe('Wait an hour.');
    expect([fault.details, fault.cause, fault.retryAfterS]).toEqual([
      { host: 'example.org' },
      cause,
      3600,
    ]);
  });
  it.each([
    ['rate_limited', true],
    ['paced', true],
    ['offline', true],
    ['live_not_ended', true],
    ['storage_full', true],
    ['timed_out', false],
    ['not_found', false],
    ['no_such_host', false],
  ] as const)('%s is retried later without counting the attempt: %s', (code, waits) =>
    expect(isWaitFault(new Fault(code))).toBe(waits),
  );
});

describe('any error as a fault', () => {
  it('is unchanged if it is a fault', () => {
    const fault = new Fault('no_text');
    expect(toFault(fault)).toBe(fault);
  });
  it.each([
    new TypeError('x is not a function'),
    'thrown text',
    undefined,
    null,
    { code: 'no_text' },
  ])('is internal for %j, with the error only as its cause', (error) => {
    const fault = toFault(error);
    expect([fault.code, fault.cause]).toEqual(['internal', error]);
    expect(fault.message).toBe(FAULTS.internal.message);
  });
});
