import { expect, it } from 'vitest';
import { requestSources } from './ai-request.ts';
import { aiChat } from './blocks/ai-chat/block.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const asked = (path: unknown, body: object = {}) =>
  aiChat.read({ request: { path, body } }).request;

it('keeps a valid request of the assistant and drops anything else in its place', () => {
  expect(
    asked('ai/v2/chat/clip', {
      model: 3,
      sources: [SOURCE],
      user_query: 'Why?',
      thread_id: 'another',
      admin: true,
    }),
  ).toEqual({ path: 'ai/v2/chat/clip', body: { model: 3, sources: [SOURCE], user_query: 'Why?' } });
  expect(asked('summarize-video/7')?.path).toBe('summarize-video/7');
  for (const path of [
    'threads',
    'ai/v2/feedback',
    'ai/v2/chat/thread/../../../me',
    'ai/v2/notes/1?x=1',
    'https://evil.test/ai/v2/chat/thread',
    null,
  ])
    expect(asked(path)).toBeNull();
});

it("sends the clip's source and the selected ones, each once; without a clip, the sources next to the block", () => {
  const request = asked('ai/v2/chat/clip', {
    source_id: SOURCE,
    sources: ['0198c0de-0000-7000-8000-0000000000a2', SOURCE],
  });
  expect(requestSources(request, ['other'])).toEqual([
    SOURCE,
    '0198c0de-0000-7000-8000-0000000000a2',
  ]);
  expect(requestSources(null, ['other'])).toEqual(['other']);
});
