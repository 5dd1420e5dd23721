import type { JSONContent } from '@tiptap/core';
import { expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { render } from '#ui/testing/screen.tsx';
import type { ViewerHandle } from '#ui/viewer/index.tsx';
import { useOpenVideo, useViewerBlocks } from './use-viewer-blocks.ts';

type Hosts = ReturnType<typeof useViewerBlocks>;

/** The slash commands that make blocks while a source of this medium is open at 75.4. */
async function hostsFor(medium: Source['medium']) {
  const put: JSONContent[] = [];
  const viewer = { current: { place: () => 75.4 } as ViewerHandle };
  const insert = (nodes: readonly JSONContent[]) => void put.push(...nodes);
  const source = { _id: 'source-1', medium } as Source;
  let hosts: Hosts = {};
  function Shown() {
    hosts = useViewerBlocks(source, viewer, useOpenVideo(source, viewer), insert);
    return null;
  }
  await render(<Shown />);
  return { hosts, put };
}

it('creates quotes and posts from the open video', async () => {
  const { hosts, put } = await hostsFor('timed');
  hosts['quote']?.();
  hosts['blog']?.();
  expect(put).toMatchObject([
    { type: 'quote', attrs: { compAttrs: { source_id: 'source-1', timestamp: 75 } } },
    { type: 'blog', attrs: { source_id: 'source-1' } },
  ]);
});

it('creates posts from any source, but quotes only from a video', async () => {
  const { hosts } = await hostsFor('paged');
  expect(hosts['quote']).toBeUndefined();
  expect(hosts['blog']).toBeDefined();
});
