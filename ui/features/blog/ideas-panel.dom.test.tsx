import type { JSONContent } from '@tiptap/core';
import { describe, expect, it, vi } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { NETWORK_ERROR } from '#ui/client/api.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, videoSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
  unmountAll,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { IdeasPanel } from './ideas-panel.tsx';
import { ideaTexts as texts } from './texts.ts';

const STREAM = 'POST ai/v2/blog-idea/stream';
const IDEAS = ['Why spacing works', 'How to plan it', 'What tests do'].map((title) => ({ title }));

/** An event stream controlled by the test. */
function stream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  return {
    response: new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } }),
    say: (event: string, data: unknown) =>
      writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => writer.close(),
  };
}
const listing = (ideas: readonly object[]) => () => {
  const line = stream();
  void line.say('ideas', { ideas });
  return line.response;
};

const opened = async (
  sources: readonly Source[],
  script: Script = {},
  { who = me(), fits = true }: { who?: Me | undefined; fits?: boolean } = {},
) => {
  const server = serveApi(script);
  const made: JSONContent[][] = [];
  const onClose = vi.fn();
  await render(
    <IdeasPanel
      threadId={id(1)}
      sources={sources}
      me={who}
      onMade={(blocks) => {
        made.push(blocks);
        return Promise.resolve(fits);
      }}
      onClose={onClose}
    />,
  );
  await findByRole('dialog', texts.title);
  return { server, made, onClose };
};
/** Opens the panel with a new video each time, because ideas are cached per video. */
let videos = 20;
const chosen = async (script: Script, more: Parameters<typeof opened>[2] = {}) => {
  videos += 1;
  const given = await opened([videoSource(videos)], script, more);
  await click(getByRole('button', new RegExp(`Video ${videos}`)));
  return { ...given, sourceId: id(videos) };
};
const box = (title: string) => getByRole('checkbox', title);
const state = () => getAllByRole('status').map((it) => pageText(it));

describe('the videos of a thread', () => {
  it('are listed first, even if there is only one', async () => {
    const { server } = await opened([videoSource(1, { title: 'Spacing' }), webSource(2)]);
    expect(itemsOf(getByRole('list', texts.sources))).toHaveLength(1);
    expect(queryByRole('list', texts.ideas)).toBeUndefined();
    expect(server.requests).toEqual([]);
  });

  it('are required', async () => {
    await opened([webSource(2)]);
    expect(pageText()).toContain(texts.noSources);
  });

  it("can't be chosen before they are processed", async () => {
    await opened([
      videoSource(1, { status: { transcript: 2, embedding: 2, webpage_processing: 2 } }),
      videoSource(2),
    ]);
    expect(getByRole('button', /Video 1/)).toHaveProperty('disabled', true);
    expect(getByRole('button', /Video 2/)).toHaveProperty('disabled', false);
  });

  it('can be changed', async () => {
    const { server } = await opened([videoSource(3), videoSource(4)], { [STREAM]: listing(IDEAS) });
    await click(getByRole('button', /Video 3/));
    await findByRole('heading', texts.ideasOf('Video 3'));
    await click(await findByRole('checkbox', 'How to plan it'));
    await click(getByRole('button', texts.change));
    await click(getByRole('button', /Video 4/));
    await findByRole('heading', texts.ideasOf('Video 4'));
    await findText(texts.chosen(0));
    expect(server.of(STREAM).map((it) => it.body)).toMatchObject([
      { thread_id: id(1), sources: [id(3)] },
      { thread_id: id(1), sources: [id(4)] },
    ]);
  });
});

describe('ideas', () => {
  it('are shown as they arrive, and can be chosen when all have', async () => {
    const line = stream();
    await chosen({ [STREAM]: () => line.response });
    expect(state()).toContain(texts.generatingIdeas);
    await line.say('idea', { title: 'Why spacing works', description: 'It is the effort.' });
    await findText('It is the effort.');
    expect(getByRole('checkbox', /Why spacing/)).toHaveProperty('disabled', true);
    await line.say('ideas', { ideas: IDEAS });
    await findText('What tests do');
    expect(getAllByRole('checkbox').map((it) => 'disabled' in it && it.disabled)).toEqual([
      false,
      false,
      false,
    ]);
    expect(pageText()).not.toContain('It is the effort.');
    expect(state()).not.toContain(texts.generatingIdeas);
  });

  it('are kept for the next time', async () => {
    const video = videoSource(5);
    const first = await opened([video], { [STREAM]: listing(IDEAS) });
    await click(getByRole('button', /Video 5/));
    await findByRole('checkbox', 'How to plan it');
    expect(first.server.of(STREAM)).toHaveLength(1);
    await unmountAll();
    const again = await opened([video], { [STREAM]: listing([]) });
    await click(getByRole('button', /Video 5/));
    await findByRole('checkbox', 'How to plan it');
    expect(again.server.of(STREAM)).toEqual([]);
  });

  it('are limited to ten at once', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({ title: `Idea ${n + 1}` }));
    await chosen({ [STREAM]: listing(many) });
    await findByRole('checkbox', 'Idea 12');
    for (let n = 1; n <= 10; n += 1) await click(box(`Idea ${n}`));
    expect(state()).toContain(texts.chosen(10));
    expect(box('Idea 11')).toHaveProperty('disabled', true);
    await click(box('Idea 3'));
    expect(box('Idea 11')).toHaveProperty('disabled', false);
  });

  it('can be generated again, which clears the selection', async () => {
    const { server } = await chosen({ [STREAM]: listing(IDEAS) });
    await click(await findByRole('checkbox', 'How to plan it'));
    server.change({ [STREAM]: listing([{ title: 'Another one' }]) });
    await click(getByRole('button', texts.more));
    await findByRole('checkbox', 'Another one');
    expect(state()).toContain(texts.chosen(0));
    expect(queryByRole('checkbox', 'How to plan it')).toBeUndefined();
  });

  it('can be empty', async () => {
    await chosen({ [STREAM]: listing([]) });
    await findText(texts.none);
    expect(getByRole('button', texts.generate)).toHaveProperty('disabled', true);
  });

  it.each([
    ['the server refuses', () => new Refusal(403, 'forbidden', 'Not today.'), 'Not today.'],
    [
      'the model fails',
      () => {
        const line = stream();
        void line.say('error', { code: 'model', message: 'It is down.' });
        return line.response;
      },
      'It is down.',
    ],
    [
      'the connection breaks after an invalid event',
      () => {
        const line = stream();
        void line.say('idea', { name: 7 });
        void line.say('weather', 'rain');
        void line.end();
        return line.response;
      },
      NETWORK_ERROR,
    ],
  ])('say why they failed, and are retried: %s', async (_, answer, why) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { server } = await chosen({ [STREAM]: answer });
    const alert = await findByRole('alert');
    expect(pageText(alert)).toContain(texts.failed(why));
    server.change({ [STREAM]: listing(IDEAS) });
    await click(getByRole('button', texts.retry, alert));
    await findByRole('checkbox', 'How to plan it');
    expect(queryByRole('alert')).toBeUndefined();
    warned.mockRestore();
  });
});

describe('posts', () => {
  const blogOf = (title: string) => ({
    idea_title: title,
    metadata: { tags: ['memory'], gist: 'In short.' },
    description: 'On memory.',
    content: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Space it.' }] }],
    },
  });
  const generating = async (answer: () => unknown, fits = true) => {
    const given = await chosen({ [STREAM]: listing(IDEAS), 'POST ai/v2/blog': answer }, { fits });
    await click(await findByRole('checkbox', 'What tests do'));
    await click(box('Why spacing works'));
    await click(getByRole('button', texts.generate));
    return given;
  };

  it('are written from the chosen ideas and inserted into the notes', async () => {
    const { server, made, onClose, sourceId } = await generating(() => ({
      content: [blogOf('Why spacing works'), blogOf('What tests do')],
    }));
    await findText(texts.done(2));
    expect(server.of('POST ai/v2/blog')[0]?.body).toMatchObject({
      thread_id: id(1),
      sources: [sourceId],
      index: [0, 2],
    });
    expect(made[0]).toMatchObject([
      {
        type: 'blog',
        attrs: {
          blog_title: 'Why spacing works',
          source_id: sourceId,
          tags: ['memory'],
          published: false,
          createdBy: id(900),
        },
        content: [{ type: 'paragraph' }],
      },
      { attrs: { blog_title: 'What tests do' } },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('say why they failed, and can be retried with the same selection', async () => {
    const { onClose } = await generating(() => new Refusal(422, 'model', 'It is down.'));
    await findText(texts.notGenerated('It is down.'));
    expect(onClose).not.toHaveBeenCalled();
    expect(state()).toContain(texts.chosen(2));
    expect(getByRole('button', texts.generate)).toHaveProperty('disabled', false);
  });

  it("say that they don't fit into the notes", async () => {
    const { onClose } = await generating(() => ({ content: [blogOf('x')] }), false);
    await findText(texts.misfit);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('can be stopped while they are written', async () => {
    const { made, onClose } = await generating(() => new Promise(() => undefined));
    await findText(texts.generating(2));
    expect(box('How to plan it')).toHaveProperty('disabled', true);
    await click(getByRole('button', texts.stop));
    await findByRole('button', texts.generate);
    expect(queryByRole('alert')).toBeUndefined();
    expect(made).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("can't be written when no questions are left today", async () => {
    const limits = { question_n_answers: 0, reset_at: null };
    await chosen({ [STREAM]: listing(IDEAS) }, { who: me({ limits }) });
    await findText(texts.spent);
    expect(queryByRole('button', texts.generate)).toBeUndefined();
  });
});

it('explains what the offline assistant does', async () => {
  const known = me();
  const capabilities = { ...known.capabilities, offline: true };
  await opened([videoSource(1)], {}, { who: { ...known, capabilities } });
  expect(pageText()).toContain(texts.offline);
});
