import { stripVTControlCharacters } from 'node:util';
import { createElement } from 'react';
import { render } from 'ink-testing-library';
import { describe, expect, it, vi } from 'vitest';
import { ImportLive } from '#core/contract/import.ts';
import { cellWidth } from './terminal-cells.ts';
import { ImportScreen, type ImportKey, type ImportScreenProps } from './import-screen.ts';
import { clock } from './import-screen-lines.ts';

const lane = (n: number, more: object = {}) => ({
  host: `host${n}.example.org`,
  queued: 90 - n,
  running: 0,
  done: 10,
  failed: 0,
  ...more,
});
const live = (more: object = {}): ImportLive =>
  ImportLive.parse({
    _id: '0198a000-0000-7000-8000-000000000001',
    name: 'pocket.csv',
    state: 'running',
    createdAt: '2026-01-01T00:00:00.000Z',
    total: 1234,
    queued: 816,
    running: 6,
    ready: 380,
    failed: 12,
    duplicates: 12,
    skipped: 8,
    stages: { fetch: 12, extract: 2 },
    hosts: [lane(1, { running: 2 }), lane(2, { heldUntil: '2026-01-01T00:00:42.000Z' })],
    perMinute: 148,
    secondsLeft: 330,
    lastErrors: [
      {
        input: 'https://gone.example.org/a',
        code: 'not_found',
        message: "This page doesn't exist or was removed. Check the link.",
      },
    ],
    ...more,
  });
const open = (props: Partial<ImportScreenProps> = {}) =>
  render(
    createElement(ImportScreen, {
      name: 'pocket.csv',
      into: '“To read”',
      live: live(),
      goesOn: true,
      elapsedMs: 161_000,
      now: Date.parse('2026-01-01T00:00:00.000Z'),
      rows: 24,
      columns: 80,
      ...props,
    }),
  );
const linesOf = (screen: ReturnType<typeof open>): string[] =>
  stripVTControlCharacters(screen.lastFrame() ?? '').split('\n');
const many = {
  hosts: Array.from({ length: 40 }, (_, n) => lane(n)),
  lastErrors: Array.from({ length: 9 }, (_, n) => ({
    input: `https://example.org/${'long/'.repeat(40)}${n}`,
    code: 'timed_out',
    message: 'This took too long. '.repeat(9),
  })),
};

describe('the live screen of an import', () => {
  it('shows progress, pace and the time left', () => {
    const text = linesOf(open()).join('\n');
    for (const said of [
      'pocket.csv → “To read”',
      '2:41',
      '412 of 1,234   33 %',
      '380 added · 12 already added · 8 skipped · 12 failed',
      '6 in progress · 816 waiting · 148 per minute · about 6 min left',
    ])
      expect(text).toContain(said);
  });
  it('shows a bar for each stage, a lane for each host with its wait, and the last errors', () => {
    const lines = linesOf(open());
    expect(lines).toContainEqual(
      expect.stringMatching(/^fetching +█+ +12 +host1\.example\.org +█+░+ +10\/101 2 now/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^reading +█+░+ +2 +host2\.example\.org +█+░+ +10\/98 waits 0:42$/),
    );
    expect(lines).toContain('✗ https://gone.example.org/a');
    expect(lines.join()).toContain('about 6 min left');
    expect(lines).toContain("  not_found: This page doesn't exist or was removed. Check the link.");
  });
  it.each([
    ['network', 'No network. Resumes automatically.'],
    ['disk_space', 'Waiting for disk space. Resumes automatically.'],
  ])('shows that it waits for %s instead of the time left', (waitsFor, text) => {
    const lines = linesOf(open({ live: live({ waitsFor }) }));
    expect(lines).toContain(text);
    expect(lines.join()).not.toContain('min left');
  });
  it.each([
    [80, 24],
    [60, 24],
    [120, 40],
    [40, 15],
    [24, 10],
    [80, 8],
  ])('fits %i × %i, however much there is to show', (columns, rows) => {
    const lines = linesOf(
      open({
        live: live(many),
        columns,
        rows,
        onKey: () => undefined,
        name: 'a very long name of a file '.repeat(9),
      }),
    );
    expect(lines.length).toBeLessThan(rows);
    expect(Math.max(...lines.map(cellWidth))).toBeLessThan(columns);
  });
  it("counts the hosts that don't fit", () => {
    expect(linesOf(open({ live: live(many) }))).toContainEqual(
      expect.stringMatching(/and 35 more hosts$/),
    );
  });
  it('removes control characters from addresses and names', () => {
    const frame =
      open({
        name: 'evil \u001b]0;owned\u0007 name',
        live: live({
          lastErrors: [
            { input: 'https://e.org/\u001b[31m\u202Ex', code: 'internal', message: 'a\u0000b' },
          ],
          hosts: [lane(1, { host: 'ho\u001b[2Jst' })],
        }),
      }).lastFrame() ?? '';
    expect(frame).not.toMatch(/\u001b\]|owned|\u001b\[2J|\u202E|\u0000/);
  });
  it('ends with a summary', () => {
    expect(
      linesOf(
        open({
          live: live({
            state: 'done',
            finishedAt: '2026-01-01T00:02:41.000Z',
            queued: 0,
            running: 0,
            ready: 1202,
            hosts: [],
            perMinute: 0,
          }),
          onKey: () => undefined,
        }),
      ).map((line) => line.trimEnd()),
    ).toEqual([
      expect.stringMatching(/^pocket\.csv → “To read” +done {2}2:41$/),
      expect.stringMatching(/^█+ {2}1,234 of 1,234 {2}100 %$/),
      '1,202 added · 12 already added · 8 skipped · 12 failed',
    ]);
  });
});

describe('the keys of the live screen', () => {
  const pressing = async (
    props: Partial<ImportScreenProps>,
    ...keys: string[]
  ): Promise<{ heard: ImportKey[]; text: string }> => {
    const heard: ImportKey[] = [];
    const screen = open({
      onKey: (key) => {
        heard.push(key);
      },
      ...props,
    });
    for (const key of keys) {
      const before = screen.frames.length;
      const count = heard.length;
      await vi.waitFor(
        () => {
          if (screen.frames.length === before && heard.length === count) screen.stdin.write(key);
          expect(screen.frames.length > before || heard.length > count).toBe(true);
        },
        { timeout: 30_000 },
      );
    }
    return { heard, text: linesOf(screen).join('\n') };
  };
  it('pause, resume and leave, and Ctrl-C is passed on', async () => {
    expect((await pressing({}, 'p')).heard).toEqual(['pause']);
    expect(await pressing({ live: live({ state: 'paused' }) }, 'p')).toMatchObject({
      heard: ['resume'],
      text: expect.stringContaining('p resume'),
    });
    expect((await pressing({}, 'q')).heard).toEqual(['quit']);
    expect((await pressing({}, '\u0003')).heard).toEqual(['interrupt']);
  });
  it('ask before cancelling', async () => {
    expect(await pressing({}, 'c')).toMatchObject({
      heard: [],
      text: expect.stringContaining('Cancel the 816 that are waiting?'),
    });
    expect((await pressing({}, 'c', 'y')).heard).toEqual(['cancel']);
    expect(await pressing({}, 'c', 'n')).toMatchObject({
      heard: [],
      text: expect.stringContaining('c cancel what is waiting'),
    });
  });
  it("explain what leaving means, and aren't shown without a keyboard", () => {
    expect(linesOf(open({ onKey: () => undefined })).at(-1)).toContain('q leave it running');
    expect(linesOf(open({ onKey: () => undefined, goesOn: false })).at(-1)).toContain(
      'q stop for now',
    );
    expect(linesOf(open()).at(-1)).toBe('Ctrl-C leaves it running');
  });
});

it('formats durations like a clock', () => {
  expect([0, 42, 65, 3723].map(clock)).toEqual(['0:00', '0:42', '1:05', '1:02:03']);
});
