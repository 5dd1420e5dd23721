import { expect, it } from 'vitest';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { me, videoSource } from '#ui/testing/examples.ts';
import { findByRole, getByRole, itemsOf, queryByRole, render } from '#ui/testing/screen.tsx';
import { IdeasPanel } from './ideas-panel.tsx';
import { ideaTexts as texts } from './texts.ts';

it('lists the videos first, even if there is only one', async () => {
  const server = serveApi({});
  await render(
    <IdeasPanel
      threadId="thread"
      sources={[videoSource(1, { title: 'Spacing' })]}
      me={me()}
      onMade={async () => true}
      onClose={() => undefined}
    />,
  );
  await findByRole('list', texts.sources);
  expect(itemsOf(getByRole('list', texts.sources))).toHaveLength(1);
  expect(queryByRole('list', texts.ideas)).toBeUndefined();
  expect(server.requests).toEqual([]);
});
