import { expect, it } from 'vitest';
import { allZones, findZones } from './time-zones.ts';

const at = new Date('2026-01-15T12:00:00Z');
const ids = (query: string) => findZones(allZones(), query, at, 50).map((zone) => zone.id);

it('finds a zone by the beginnings of its words, in any order', () => {
  expect(ids('new york')).toContain('America/New_York');
  expect(ids('york america')).toContain('America/New_York');
  expect(ids('berl')).toEqual(['Europe/Berlin']);
  expect(ids('nowhere')).toEqual([]);
});

it('finds a zone by its current and former name, and shows the current one', () => {
  const found = (query: string, zone: string) => findZones([zone], query, at, 5);
  for (const query of ['kolkata', 'calcutta'])
    expect(found(query, 'Asia/Calcutta')).toEqual([
      { id: 'Asia/Calcutta', name: 'Asia › Kolkata', offset: 'GMT+5:30' },
    ]);
  expect(found('kyiv', 'Europe/Kiev')).toHaveLength(1);
  expect(ids('kolkata')).toHaveLength(1);
});

it('formats its name with its offset at that time', () => {
  expect(findZones(allZones(), 'berlin', at, 5)).toEqual([
    { id: 'Europe/Berlin', name: 'Europe › Berlin', offset: 'GMT+1' },
  ]);
  expect(findZones(allZones(), 'berlin', new Date('2026-07-15T12:00:00Z'), 5)[0]?.offset).toBe(
    'GMT+2',
  );
  expect(ids('+9')).toContain('Asia/Tokyo');
});

it('limits the results, and lists UTC first', () => {
  const some = findZones(allZones(), '', at, 10);
  expect(some).toHaveLength(10);
  expect(some[0]?.id).toBe('UTC');
});
