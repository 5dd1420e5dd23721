import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerId, ImportId, PostId, SourceId, ThreadId, UserId } from './id.ts';

const ID = '0198c0de-0000-7000-8000-0000000000a1';

describe.each([
  ['user', UserId],
  ['thread', ThreadId],
  ['source', SourceId],
  ['answer', AnswerId],
  ['import', ImportId],
  ['post', PostId],
] as const)('the id of a %s', (_, schema) => {
  it('is any UUID, unchanged', () => {
    expect(schema.parse(ID)).toBe(ID);
    expect(schema.parse(ID.toUpperCase())).toBe(ID.toUpperCase());
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(schema.parse(id)).toBe(id);
      }),
    );
  });
  it.each([
    '',
    'me',
    ID.slice(1),
    `${ID}0`,
    ` ${ID}`,
    `${ID}\n`,
    `{${ID}}`,
    ID.replaceAll('-', ''),
    `../${ID}`,
    `${ID}' or 1=1`,
    null,
    undefined,
    7,
    [ID],
    { toString: () => ID },
  ])('is not %j', (value) => expect(schema.safeParse(value).success).toBe(false));
});
