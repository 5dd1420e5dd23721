import { describe, expect, it, vi } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { attachToaster } from '#ui/kit/toast.ts';
import { click } from '#ui/testing/user.ts';
import { chatBlock, noteBlock, summaryBlock } from '../ask-ai/new-blocks.ts';
import { questionAbout } from '../ask-ai/requests.ts';
import type { Assistant, EditorHost } from '../editor-host.ts';
import { openNotes, paragraph } from '../testing/open-notes.tsx';
import { blockSource, scriptedAssistant } from '../testing/scripted-assistant.ts';
import { aiTexts } from '../texts/ai-blocks.ts';
import { answerTexts } from '../texts/answers.ts';
import { askTexts } from '../texts/ask.ts';

const SOURCE = id(7);
const asked = (more: object = {}): JSONContent => {
  const chat = chatBlock(
    questionAbout('Why do otters hold hands?', { words: 'Otters.' }, [SOURCE]),
    { me: 'ada' },
  );
  return { ...chat, attrs: { ...chat.attrs, _id: 'chat-1', ...more } };
};
const ANSWERED = {
  answer: 'So as not to drift apart.',
  isAnswerGenerated: true,
  generatingBy: null,
  answerId: id(70),
};
const opened = async (
  block: JSONContent,
  more: Partial<Assistant> = {},
  around: Partial<EditorHost> = {},
) => {
  const script = scriptedAssistant(more, around);
  const notes = await openNotes([block, paragraph('after')], script.host);
  const say = async (part: Parameters<typeof script.say>[0]) => {
    script.say(part);
    await settle();
  };
  return { ...script, say, notes };
};
const answer = () => findByRole('region', aiTexts.chat.name);

describe('a question in the notes', () => {
  it('is sent once, streams its answer and stores it', async () => {
    const { notes, jobs, say } = await opened(asked());
    const card = await answer();
    expect(jobs).toMatchObject([
      {
        id: 'chat-1',
        round: 0,
        request: { path: 'ai/v2/chat/thread', body: { sources: [SOURCE] } },
      },
    ]);
    expect(pageText(card)).toContain(answerTexts.answering);
    expect(card.getAttribute('aria-busy')).toBe('true');
    await say({ phase: 'writing', text: 'So as not' });
    expect(pageText(card)).toContain('So as not');
    await say({ phase: 'done', text: ANSWERED.answer, model: 5, answerId: id(70) });
    await findText(answerTexts.referring(1), card);
    expect(pageText(card)).toContain(ANSWERED.answer);
    expect(notes.attributes('ai-chat')).toMatchObject({ ...ANSWERED, failure: '' });
    expect(jobs).toHaveLength(1);
    notes.editor.commands.undo();
    expect(notes.attributes('ai-chat')['answer']).toBe(ANSWERED.answer);
  });

  it('refers to the sources that were asked, also to those that it does not cite', async () => {
    await opened(asked({ ...ANSWERED, sources: [SOURCE, id(8)] }));
    await findText(answerTexts.referring(2), await answer());
  });

  it('shows no source if none is known', async () => {
    await opened(asked({ ...ANSWERED, sources: [] }));
    expect(pageText(await answer())).not.toContain('Referring');
  });

  it('says why it was not answered, and is sent again', async () => {
    const { notes, jobs, say } = await opened(asked());
    const card = await answer();
    await say({ phase: 'failed', problem: { code: 'model', message: 'It is down.' } });
    await findText('It is down.', card);
    await click(getByRole('button', answerTexts.retry, card));
    expect(jobs.map((it) => it.round)).toEqual([0, 1]);
    expect(pageText(card)).not.toContain('It is down.');
    await say({ phase: 'done', text: 'At last.' });
    expect(notes.attributes('ai-chat')).toMatchObject({ answer: 'At last.', round: 1 });
  });

  it('keeps the partial answer after a failure', async () => {
    const { notes, say } = await opened(asked());
    await answer();
    await say({ phase: 'writing', text: 'So as not' });
    await say({ phase: 'failed' });
    await findText(answerTexts.failed);
    expect(notes.attributes('ai-chat')).toMatchObject({
      answer: 'So as not',
      isAnswerGenerated: false,
    });
  });

  it('can be stopped, also while the server is unreachable', async () => {
    const { stops, say } = await opened(asked());
    const card = await answer();
    const toasts: string[] = [];
    attachToaster((_, text) => toasts.push(text));
    await say({ phase: 'away' });
    await findText(answerTexts.away, card);
    await say({ phase: 'away' });
    expect(toasts).toEqual([askTexts.networkError]);
    await click(getByRole('button', answerTexts.stop, card));
    expect(stops()).toBe(1);
  });

  it.each([
    ['is being read', blockSource({ kind: 'processing' }), answerTexts.settingUp],
    ['cannot be read', blockSource({ kind: 'issue', tooltip: 'It is private.' }), 'It is private.'],
  ])('is not sent while its source %s', async (_, source, said) => {
    const { jobs } = await opened(asked(), {}, { sourceOf: () => source });
    await findText(said, await answer());
    expect(jobs).toEqual([]);
  });

  it('says that its source is gone, and is deleted after a confirmation', async () => {
    const { notes, jobs } = await opened(asked(), {}, { sourceOf: () => undefined });
    const notice = await findByRole('group', askTexts.noSource.title);
    await click(getByRole('button', answerTexts.remove, notice));
    await findByRole('alertdialog', answerTexts.sure.title);
    expect(notes.types()).toEqual(['ai-chat', 'paragraph']);
    await click(getByRole('button', askTexts.sure.action));
    await findNoRole('region', aiTexts.chat.name);
    expect(notes.types()).toEqual(['paragraph']);
    expect(jobs).toEqual([]);
  });

  it.each([
    ['has not begun', null, askTexts.notGenerated],
    ['is writing', 'grace', askTexts.elsewhere],
  ])('is not sent here if someone else asked it: who asked %s', async (_, generatingBy, said) => {
    const { jobs } = await opened(asked({ createdBy: 'grace', generatingBy }));
    await findText(said, await answer());
    expect(jobs).toEqual([]);
  });

  it("says why it can't be sent", async () => {
    const barrier = <a href="/plans">Daily limit reached</a>;
    const { jobs } = await opened(asked(), { may: false }, { barrier });
    await findByRole('link', 'Daily limit reached', await answer());
    expect(jobs).toEqual([]);
  });
});

describe('an answer in the notes', () => {
  it('is rated once', async () => {
    const { notes, ratings } = await opened(asked(ANSWERED));
    const card = await answer();
    await click(getByRole('button', answerTexts.good, card));
    expect(ratings).toEqual([[id(70), 'like']]);
    expect(notes.attributes('ai-chat')['feedback']).toBe('like');
    const both = [answerTexts.good, answerTexts.bad].map((it) => getByRole('button', it, card));
    expect(both.map((it) => it.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
    for (const button of both) expect(button).toHaveProperty('disabled', true);
  });

  it('can be rated again if the server did not save the rating', async () => {
    const { notes } = await opened(asked(ANSWERED), { rate: () => Promise.resolve(false) });
    await click(getByRole('button', answerTexts.bad, await answer()));
    expect(notes.attributes('ai-chat')['feedback']).toBe('unset');
    expect(getByRole('button', answerTexts.bad)).toHaveProperty('disabled', false);
  });

  it('is rated only by the person who asked', async () => {
    await opened(asked({ ...ANSWERED, createdBy: 'grace' }));
    expect(queryByRole('button', answerTexts.good, await answer())).toBeUndefined();
  });

  it('is copied with its citations', async () => {
    const copyAnswer = vi.fn();
    await opened(asked(ANSWERED), {}, { copyAnswer });
    await click(getByRole('button', aiTexts.chat.copy, await answer()));
    expect(copyAnswer).toHaveBeenCalledWith(ANSWERED.answer, []);
  });

  it('is followed by another question in the same conversation', async () => {
    const { notes, jobs } = await opened(
      asked(ANSWERED),
      {},
      {
        renderFollowUp: (after, onCall) => (
          <button
            type="button"
            onClick={() =>
              onCall({ path: 'ai/v2/chat/thread', question: `After ${after.text}`, body: {} })
            }
          >
            Go on
          </button>
        ),
      },
    );
    await click(await findByRole('button', 'Go on'));
    expect(notes.types()).toEqual(['ai-chat', 'ai-chat', 'paragraph']);
    expect(jobs[0]?.request.body).toMatchObject({
      thread_node_id: 'chat-1',
      question: `After ${ANSWERED.answer}`,
      sources: [SOURCE],
    });
    expect(getAllByRole('region', aiTexts.chat.name)).toHaveLength(2);
  });

  it('is collapsed and deleted from its menu, after a confirmation', async () => {
    const { notes } = await opened(asked(ANSWERED));
    const card = await answer();
    const choose = async (item: string) => {
      await click(getByRole('button', aiTexts.chat.options, card));
      await click(await findByRole('menuitem', item));
    };
    const isOpen = () =>
      getByRole('button', 'Why do otters hold hands?', card).getAttribute('aria-expanded');
    await choose(aiTexts.collapse);
    expect([isOpen(), notes.attributes('ai-chat')['shrink']]).toEqual(['false', true]);
    await choose(aiTexts.expand);
    expect(isOpen()).toBe('true');
    await choose(aiTexts.chat.remove);
    const dialog = await findByRole('alertdialog', askTexts.sure.title(aiTexts.chat.what));
    expect(notes.types()).toEqual(['ai-chat', 'paragraph']);
    await click(getByRole('button', askTexts.sure.action, dialog));
    expect(notes.types()).toEqual(['paragraph']);
  });

  it('is read-only for readers', async () => {
    await opened(asked(ANSWERED), {}, { readOnly: true, assistant: undefined });
    const card = await answer();
    expect(pageText(card)).toContain(ANSWERED.answer);
    for (const name of [answerTexts.good, aiTexts.chat.options, answerTexts.retry])
      expect(queryByRole('button', name, card)).toBeUndefined();
  });
});

describe('AI notes', () => {
  const made = (more: object = {}) => {
    const note = noteBlock('Study Guide', { selected: [SOURCE, id(8)], model: 5 }, { me: 'ada' });
    return {
      ...note,
      attrs: {
        ...note.attrs,
        _id: 'note-1',
        note_content: 'Learn otters.',
        isReady: true,
        generatingBy: null,
        ...more,
      },
    };
  };
  const rewrite = async (type: string) => {
    await click(await findByRole('button', aiTexts.note.rewrite));
    await click(await findByRole('menuitem', type));
  };

  it('are generated from the selected sources', async () => {
    const { notes, jobs, say } = await opened(
      made({ note_content: '', isReady: false, generatingBy: 'ada' }),
    );
    const card = await findByRole('region', aiTexts.note.name);
    expect(pageText(card)).toContain(aiTexts.note.writing('Study Guide'));
    expect(pageText(card)).toContain(aiTexts.takesTime);
    expect(jobs[0]?.request.body).toMatchObject({
      note_type: 'Study Guide',
      model: 5,
      sources: [SOURCE, id(8)],
    });
    await say({ phase: 'done', text: 'Learn otters.' });
    await findText(aiTexts.from(2), card);
    expect(notes.attributes('ai-note')).toMatchObject({
      note_content: 'Learn otters.',
      isReady: true,
    });
  });

  it('are regenerated as another type, which becomes their title', async () => {
    const { notes, jobs, say } = await opened(made());
    await rewrite('Deep Dive');
    expect(notes.attributes('ai-note')).toMatchObject({
      note_title: 'Deep Dive',
      note_type: 'Deep Dive',
    });
    await findText(aiTexts.note.rewriting('Deep Dive'));
    expect(pageText()).toContain('Learn otters.');
    expect(jobs).toMatchObject([{ round: 1, request: { path: 'ai/v2/notes/6' } }]);
    expect(getByRole('button', aiTexts.note.rewrite)).toHaveProperty('disabled', true);
    await say({ phase: 'done', text: 'Deep waters.' });
    expect(notes.attributes('ai-note')['note_content']).toBe('Deep waters.');
  });

  it('are regenerated although another window settled the previous round at the same time', async () => {
    const { notes, jobs, say } = await opened(
      made({
        note_type: 'Deep Dive',
        request: { path: 'ai/v2/notes/6', body: { sources: [SOURCE] } },
        round: 1,
        settledRound: 0,
        failure: 'It is down.',
      }),
    );
    await findText(aiTexts.note.rewriting('Deep Dive'));
    expect(pageText()).not.toContain('It is down.');
    expect(jobs).toMatchObject([{ round: 1 }]);
    await say({ phase: 'done', text: 'Deep waters.' });
    expect(notes.attributes('ai-note')).toMatchObject({
      note_content: 'Deep waters.',
      failure: '',
      settledRound: 1,
    });
  });

  it('keep a custom title when they are regenerated', async () => {
    const { notes } = await opened(made({ note_title: 'My otters' }));
    await rewrite('Deep Dive');
    expect(notes.attributes('ai-note')['note_title']).toBe('My otters');
  });

  it("can't be regenerated when no questions are left", async () => {
    await opened(made(), { may: false });
    expect(await findByRole('button', aiTexts.note.rewrite)).toHaveProperty('disabled', true);
  });

  it('collapse to their title, and are deleted after a confirmation', async () => {
    const { notes } = await opened(made());
    const card = await findByRole('region', aiTexts.note.name);
    await click(getByRole('button', /Study Guide/, card));
    expect(pageText(card)).not.toContain('Learn otters.');
    expect(notes.attributes('ai-note')['shrink']).toBe(true);
    await click(getByRole('button', aiTexts.note.remove, card));
    await click(await findByRole('button', askTexts.sure.action));
    await findNoRole('region', aiTexts.note.name);
    expect(notes.types()).toEqual(['paragraph']);
  });
});

it('summarises the selected videos', async () => {
  const { notes, jobs, say } = await opened(summaryBlock([SOURCE], { me: 'ada' }));
  const card = await findByRole('region', aiTexts.summary.name);
  expect(pageText(card)).toContain(aiTexts.summary.writing);
  expect(jobs[0]?.request).toMatchObject({
    path: 'summarize-video/7',
    body: { sources: [SOURCE] },
  });
  await say({ phase: 'done', text: 'Otters hold hands.' });
  await findText(aiTexts.from(1), card);
  expect(notes.attributes('summary')).toMatchObject({
    summary: 'Otters hold hands.',
    isReady: true,
  });
});
