import { expect, it } from 'vitest';
import { id } from '#ui/testing/examples.ts';
import { findByRole, findText, getAllByRole, getByRole, queryByRole } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { block, openNotes, paragraph } from '../testing/open-notes.tsx';
import { scriptedAssistant } from '../testing/scripted-assistant.ts';
import { aiTexts, clipTexts as texts } from '../texts/ai-blocks.ts';

const citation = (mark: number, startS: number) => ({
  mark,
  source_id: id(7),
  title: 'On otters',
  locator: { medium: 'timed', startS, endS: startS + 5, quote: `Said at ${startS}.` },
});
const answer = (citations: object[]) =>
  block('ai-chat', {
    question: 'Why?',
    answer: 'So as not to drift.',
    isAnswerGenerated: true,
    createdBy: 'ada',
    sources: [id(7)],
    citations,
  });

const suggest = async () => {
  await click(await findByRole('button', aiTexts.chat.options));
  await click(await findByRole('menuitem', texts.suggest));
};

it('suggests a clip for each cited moment once, in order', async () => {
  const { host } = scriptedAssistant();
  const cited = answer([citation(1, 90), citation(2, 30), citation(3, 90)]);
  const notes = await openNotes([cited, paragraph('after')], host);
  await suggest();
  await findText(texts.suggested(2));
  expect(notes.types()).toEqual(['ai-chat', 'clip', 'clip', 'paragraph']);
  expect(
    notes.editor
      .getJSON()
      .content?.slice(1, 3)
      .map((it) => it.attrs),
  ).toMatchObject([
    { start: 30, end: 35, clip_text: 'Said at 30.', clip_type: 'ghost' },
    { start: 90, clip_type: 'ghost' },
  ]);
  await suggest();
  await findText(texts.suggested(0));
  expect(notes.types()).toHaveLength(4);
  const [keep] = getAllByRole('button', texts.keep);
  await click(keep ?? document.body);
  expect(getAllByRole('figure', texts.ghost)).toHaveLength(1);
  getByRole('figure', texts.clip);
});

it('suggests nothing for pages', async () => {
  const page = { medium: 'flow', paragraph: 3, quote: 'x', prefix: '', suffix: '' };
  await openNotes(
    [answer([{ ...citation(1, 0), locator: page }]), paragraph('after')],
    scriptedAssistant().host,
  );
  await click(await findByRole('button', aiTexts.chat.options));
  await findByRole('menuitem', aiTexts.chat.remove);
  expect(queryByRole('menuitem', texts.suggest)).toBeUndefined();
});
