import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { Guides } from '#core/contract/guides.ts';
import { unlockTexts } from '#ui/features/account/index.ts';
import { useOffer } from '#ui/kit/palette.ts';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { id, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import type { AssistantAccess } from './assistant-access.ts';
import { BottomPrompts } from './bottom-prompts.tsx';
import { FollowUp } from './follow-up.tsx';
import { NotesMenu } from './notes-menu.tsx';
import { SmartSuggestions } from './suggestions.tsx';
import { ideasToolTexts, suggestMenuTexts } from './texts/menu.ts';
import { followUpTexts, noteTypeTexts, suggestTexts as texts } from './texts/suggest.ts';

const summarise = { id: 3, title: 'Summarise', question: 'Summarise the sources.' };
const outline = { id: 4, title: 'Outline', question: 'Outline the sources.' };
const quiz = { id: 5, title: 'Quiz me', question: 'Make a quiz.' };
const hook = { id: 6, title: 'Hooks', question: 'Find hooks.' };
const GUIDES: Guides = {
  bottom: [summarise],
  followUps: [],
  smartGuide: [summarise, outline],
  child: [],
  pdfChild: [],
  student: [quiz],
  creator: [hook],
  researcher: [],
};

it('asks the prompts below the chat box', async () => {
  const asked = vi.fn();
  await render(<BottomPrompts guides={[summarise]} standing="open" onCall={asked} />);
  await click(getByRole('button', 'Summarise', getByRole('list', suggestMenuTexts.prompts)));
  expect(asked.mock.calls).toEqual([
    [
      {
        path: 'ai/v2/predefined/prompts/3',
        question: 'Summarise the sources.',
        body: {},
        model: 3,
      },
    ],
  ]);
});

it.each<[AssistantAccess, string | undefined]>([
  ['spent', suggestMenuTexts.pleaseUpgrade],
  ['locked', unlockTexts.title],
  ['busy', undefined],
  ['nothing', undefined],
])('asks nothing while it is %s, and says why', async (standing, why) => {
  const asked = vi.fn();
  await render(<BottomPrompts guides={[summarise]} standing={standing} onCall={asked} />);
  const prompt = getByRole('button', 'Summarise');
  expect(prompt.getAttribute('aria-disabled')).toBe('true');
  await click(prompt);
  if (why !== undefined) await findText(why);
  expect(asked).not.toHaveBeenCalled();
});

const AFTER = { question: 'How do otters sleep?', text: 'They hold hands.' };
const followUp = (standing: AssistantAccess, asked = vi.fn()) => (
  <FollowUp after={AFTER} guides={[outline]} standing={standing} onCall={asked} />
);

it('asks a typed follow-up question', async () => {
  const asked = vi.fn();
  await render(followUp('open', asked));
  await click(getByRole('button', followUpTexts.open));
  const field = getByRole('textbox', followUpTexts.field);
  expect(document.activeElement).toBe(field);
  await type(field, '   ');
  await press('Enter');
  expect(getByRole('button', followUpTexts.send)).toHaveProperty('disabled', true);
  await type(field, '  And why? ');
  await press('Enter');
  expect(asked.mock.calls.map(([it]) => [it.path, it.question])).toEqual([
    ['ai/v2/chat/thread', 'And why?'],
  ]);
  await findByRole('button', followUpTexts.open);
});

it('sends the answer with a follow-up prompt', async () => {
  const asked = vi.fn();
  await render(followUp('open', asked));
  await click(getByRole('button', followUpTexts.open));
  await click(getByRole('button', 'Outline', getByRole('list', followUpTexts.prompts)));
  expect(asked.mock.calls[0]?.[0].body).toEqual({
    user_query: 'How do otters sleep?',
    content: 'They hold hands.',
  });
});

it('closes with Escape, returning the focus, and on a click elsewhere', async () => {
  await render(
    <>
      {followUp('open')}
      <p>Elsewhere</p>
    </>,
  );
  await click(getByRole('button', followUpTexts.open));
  await press('Escape');
  const opener = await findByRole('button', followUpTexts.open);
  await expect.poll(() => document.activeElement).toBe(opener);
  await click(opener);
  await click(getByRole('textbox', followUpTexts.field));
  expect(queryByRole('textbox', followUpTexts.field)).toBeDefined();
  await click(document.querySelector('p') as Element);
  expect(queryByRole('textbox', followUpTexts.field)).toBeUndefined();
});

it('offers no follow-up while an answer is written, and an upgrade once no questions are left', async () => {
  const shown = await render(followUp('busy'));
  expect(getByRole('button', followUpTexts.open)).toHaveProperty('disabled', true);
  await shown.update(followUp('spent'));
  expect(queryByRole('button', followUpTexts.open)).toBeUndefined();
  expect(pageText()).toContain(suggestMenuTexts.spent);
});

function Offered({ ideas, children }: { ideas: (() => void) | undefined; children: ReactNode }) {
  useOffer(ideasToolTexts.command, ideas);
  return children;
}

it('creates AI notes of a type, and describes each type', async () => {
  const asked = vi.fn();
  await render(<NotesMenu standing="open" onCall={asked} />);
  await click(getByRole('button', suggestMenuTexts.makeNotes));
  const guide = await findByRole('menuitem', 'Study Guide');
  expect(guide.getAttribute('aria-description')).toBe(noteTypeTexts.holds['Study Guide']);
  expect(pageText()).toContain(noteTypeTexts.takesTime);
  expect(queryByRole('menuitem', ideasToolTexts.tool)).toBeUndefined();
  await click(guide);
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ path: 'ai/v2/notes/19', forNotes: true });
});

it('opens post ideas from the notes menu for editors', async () => {
  const ideas = vi.fn();
  await render(
    <Offered ideas={ideas}>
      <NotesMenu standing="open" onCall={vi.fn()} />
    </Offered>,
  );
  await click(getByRole('button', suggestMenuTexts.makeNotes));
  await click(await findByRole('menuitem', ideasToolTexts.tool));
  await findNoRole('menu');
  await expect.poll(() => ideas.mock.calls.length).toBe(1);
});

const suggestions = async (more: Partial<Parameters<typeof SmartSuggestions>[0]> = {}) => {
  const asked = vi.fn();
  await render(
    <SmartSuggestions
      threadId={id(1)}
      source={webSource(10)}
      selected={[id(10)]}
      guides={GUIDES}
      standing="open"
      onCall={asked}
      {...more}
    />,
  );
  await click(getByRole('button', suggestMenuTexts.suggestions));
  await findByRole('dialog', suggestMenuTexts.suggestions);
  return asked;
};
const rows = () => getAllByRole('listitem').map((it) => pageText(it));

it('suggests guides, moves between them with the arrow keys, and asks one', async () => {
  const asked = await suggestions();
  expect(rows()).toEqual(['Summarise', 'Outline']);
  getByRole('button', 'Summarise').focus();
  await press('ArrowDown');
  expect(document.activeElement).toBe(getByRole('button', 'Outline'));
  await press('ArrowDown');
  expect(document.activeElement).toBe(getByRole('button', 'Outline'));
  await press('ArrowUp');
  await press('Enter');
  await findNoRole('dialog');
  expect(asked.mock.calls.map(([it]) => it.question)).toEqual(['Summarise the sources.']);
});

it('has tools for students, creators and researchers', async () => {
  const asked = await suggestions();
  getByRole('tab', texts.tabs.tools).focus();
  await expect.poll(rows).toEqual(['Quiz me']);
  await click(getByRole('radio', texts.readers.creator));
  await click(await findByRole('button', 'Hooks'));
  expect(asked.mock.calls[0]?.[0].path).toBe('ai/v2/creator/6');
});

it('says that no source is selected', async () => {
  await suggestions({ source: undefined });
  expect(pageText(getByRole('dialog'))).toBe(texts.noSource);
});

const questions = async (answer: () => unknown, more = {}) => {
  const server = serveApi({ 'POST ai/v2/get/prompts': answer });
  const asked = await suggestions(more);
  getByRole('tab', texts.tabs.questions).focus();
  return { server, asked };
};

it('suggests questions that the sources answer', async () => {
  const { asked } = await questions(() => ({ data: [{ question: 'How do otters sleep?' }] }));
  await click(await findByRole('button', 'How do otters sleep?'));
  expect(asked.mock.calls[0]?.[0].path).toBe('ai/v2/chat/thread');
});

it('says why there are no suggestions, and retries', async () => {
  const { server } = await questions(() => new Refusal(403, 'forbidden', 'Not now.'));
  await findText(texts.failed('Not now.'));
  server.change({ 'POST ai/v2/get/prompts': () => ({ data: [] }) });
  await click(getByRole('button', texts.retry));
  await findText(texts.none);
});

it('requests no suggestions once no questions are left, and links to the plans', async () => {
  const { server } = await questions(() => ({ data: [] }), { standing: 'spent' });
  await findByRole('button', suggestMenuTexts.spent);
  expect(server.of('POST ai/v2/get/prompts')).toEqual([]);
});

it('says on a prompt that the daily limit is reached', async () => {
  await render(<BottomPrompts guides={[summarise]} standing="spent" onCall={vi.fn()} />);
  expect(getByRole('button', 'Summarise').dataset['tooltip']).toBe(suggestMenuTexts.spent);
});
