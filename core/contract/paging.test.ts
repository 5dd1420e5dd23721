import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault, FaultCode } from './faults.ts';
import { ErrorBody } from './error-body.ts';
import { boundedInteger } from './paging.ts';
import { driftOf, Reconciled } from './reconcile.ts';
import { Schedule } from './version.ts';

describe('a number in a URL', () => {
  const size = boundedInteger(20, 100);
  it.each([
    ['7', 7],
    ['100', 100],
    ['101', 100],
    ['1e9', 100],
    ['0', 1],
    ['-4', 1],
    ['', 1],
    [' 7 ', 7],
    ['2.5', 20],
    ['many', 20],
    ['Infinity', 20],
    ['NaN', 20],
    [undefined, 20],
    [['7', '8'], 20],
  ])('%j is parsed as %d', (text, n) => expect(size.parse(text)).toBe(n));
  it('is a whole number within the bounds, whatever the input', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.anything()), (value) => {
        const n = size.parse(value);
        expect(Number.isInteger(n) && n >= 1 && n <= 100).toBe(true);
      }),
    ));
});

describe('a refresh interval', () => {
  it.each([
    ['every 2 weeks', 'P2W'],
    ['P1D', 'P1D'],
    [null, null],
  ])('%j is stored as %j', (every, kept) =>
    expect(Schedule.parse({ every })).toEqual({ every: kept }),
  );
  it.each([['5m'], ['2 years'], [''], ['x'.repeat(61)], [7], [undefined]])(
    '%j is rejected',
    (every) => expect(Schedule.safeParse({ every }).success).toBe(false),
  );
  it('an error names the valid formats', () =>
    expect(Schedule.safeParse({ every: 'soon' }).error?.issues[0]?.message).toContain('12h'));
});

it('counts every source that differed', () => {
  const drift = { missing: 1, outdated: 2, incomplete: 3, unembedded: 4, strays: 5 };
  const report = Reconciled.parse({ engine: 'sqlite', sources: 9, chunks: 90, drift });
  expect(driftOf(report)).toBe(15);
});

it.each(FaultCode.options)('the fault %s becomes an error body', (code) => {
  const { message, details } = new Fault(code, { details: { at: 1 } });
  expect(ErrorBody.parse({ code, message, details })).toEqual({ code, message, details });
});
