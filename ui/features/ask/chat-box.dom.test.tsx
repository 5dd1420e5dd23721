import type { ComponentProps } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { me, webSource } from '#ui/testing/examples.ts';
import { Toasts } from '#ui/kit/toaster.tsx';
import {
  findByRole,
  findText,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { ChatBox } from './chat-box.tsx';
import { suggestMenuTexts } from '#ui/features/suggest/index.ts';
import { chatTexts as texts } from './texts/chat.ts';
import { askOptionTexts as optionTexts } from './texts/options.ts';

afterEach(() => sessionStorage.clear());

const opened = (more: Partial<ComponentProps<typeof ChatBox>> = {}) => {
  serveApi({
    'GET me': () => me(),
    'GET ai/v2/guides': () => ({
      bottom: [{ id: 3, title: 'Summarise', question: 'Summarise the sources.' }],
      followUps: [],
      smartGuide: [],
      child: [],
      pdfChild: [],
      student: [],
      creator: [],
      researcher: [],
    }),
  });
  return render(
    <ChatBox
      me={me()}
      threadId="t1"
      sources={[webSource(1)]}
      source={undefined}
      unselected={new Set()}
      onSelect={() => undefined}
      owner
      busy={false}
      onCall={() => undefined}
      onStop={() => undefined}
      {...more}
    />,
  );
};
const field = () => getByRole('textbox', texts.field);

it('keeps the draft of a question over a reload, one per thread', async () => {
  const before = await opened();
  await type(field(), 'Why do otters');
  await before.unmount();
  const elsewhere = await opened({ threadId: 't2' });
  expect(field()).toHaveProperty('value', '');
  await elsewhere.unmount();
  await opened();
  expect(field()).toHaveProperty('value', 'Why do otters');
});

it('asks to select a source, also while another one is being processed', async () => {
  const [read, other] = [
    webSource(1),
    webSource(2, { status: { ...webSource(2).status, embedding: 0 } }),
  ];
  await opened({ sources: [read, other], unselected: new Set([read._id, other._id]) });
  expect(field()).toHaveProperty('placeholder', 'Select at least one source');
});

it('says where to connect a model while there is none', async () => {
  const { capabilities } = me();
  const offline = await opened({ me: me({ capabilities: { ...capabilities, offline: true } }) });
  await click(field());
  await click(await findByRole('button', optionTexts.connect));
  expect(location.pathname).toBe('/settings/assistant');
  await offline.unmount();
  await opened();
  await click(field());
  await findByRole('combobox', optionTexts.model);
  expect(queryByRole('button', optionTexts.connect)).toBeUndefined();
});

const SELECTOR = 'Select sources';
const OPTIONS = [
  ['button', 'Summarise'],
  ['button', SELECTOR],
  ['combobox', optionTexts.model],
] as const;

it('is one line at rest, and shows its options when it is used', async () => {
  await opened();
  for (const [role, name] of OPTIONS) expect(queryByRole(role, name)).toBeUndefined();
  field().focus();
  for (const [role, name] of OPTIONS) await findByRole(role, name);
  expect(pageText()).toContain(optionTexts.inaccurate);
  await press('Escape');
  for (const [role, name] of OPTIONS) expect(queryByRole(role, name)).toBeUndefined();
});

it('keeps its options while the focus is in what they open, but not elsewhere', async () => {
  await render(<button type="button">Elsewhere</button>);
  await opened();
  field().focus();
  await click(await findByRole('button', SELECTOR));
  await click(await findByRole('checkbox', 'Use Page 1'));
  expect(queryByRole('combobox', optionTexts.model)).toBeDefined();
  getByRole('button', 'Elsewhere').focus();
  await settle();
  expect(queryByRole('combobox', optionTexts.model)).toBeUndefined();
});

it('returns to one line after a question is sent', async () => {
  const onCall = vi.fn();
  await opened({ onCall });
  await type(field(), 'Why do otters hold hands?');
  await findByRole('combobox', optionTexts.model);
  await press('Enter');
  expect(onCall).toHaveBeenCalledOnce();
  expect(queryByRole('combobox', optionTexts.model)).toBeUndefined();
});

it("says at Send that today's questions are used up", async () => {
  const { limits } = me();
  await opened({ me: me({ limits: { ...limits, question_n_answers: 0 } }) });
  const send = getByRole('button', texts.send);
  expect(send.getAttribute('data-tooltip')).toBe(suggestMenuTexts.spent);
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await render(<Toasts />);
  await click(send);
  await findText(suggestMenuTexts.pleaseUpgrade);
});
