/**
 * Renders the whole screen of a thread, for tests of how its parts work together. Its notes show the
 * stored document: no editor opens.
 */
// Imports the lazy parts eagerly, so that no test waits for a module.
import '#ui/features/notes/index.tsx';
import '#ui/viewer/flow/flow-viewer.tsx';
import '../narrow-panes.tsx';
import '../wide-panes.tsx';
import { Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { serveApi, type ApiStandIn, type Script } from '#ui/testing/api-stand-in.ts';
import { me } from '#ui/testing/examples.ts';
import { getByRole, queryByRole, render, type Rendered } from '#ui/testing/screen.tsx';
import { workspaceTexts as texts } from '../texts/workspace.ts';
import { WorkspacePage } from '../workspace-page.tsx';

interface Opened {
  /** the query of the address, such as `?source=…` */
  query?: string;
  /** null when signed out; the owner of the thread by default */
  viewer?: Me | null;
  script?: Script;
}

/** The routes that the screen of a thread needs, answered for one thread. */
export const workspaceScript = (thread: Thread, viewer: Me | null = me()): Script => ({
  'GET me': () => viewer ?? Response.json({ code: 'no_session', message: '' }, { status: 401 }),
  'GET threads/:id': () => thread,
  'GET threads/:id/answers': () => ({ docs: [] }),
  'PUT thread/v1/source-metadata/:id': () => ({}),
  'GET sources': () => ({ docs: [], next: null }),
  'GET ai/v2/guides': () => ({
    bottom: [],
    followUps: [],
    smartGuide: [],
    child: [],
    pdfChild: [],
    student: [],
    creator: [],
    researcher: [],
  }),
});

let search = '';
/** The query of the page's address. */
export const addressQuery = (): URLSearchParams => new URLSearchParams(search);
function Address() {
  const location = useLocation();
  search = location.search;
  return null;
}

/** The heading of the route that replaces all other screens. */
const ELSEWHERE = 'Elsewhere';

export const workspaceRoutes = (
  <>
    <Address />
    <Routes>
      <Route path="/t/:url" element={<WorkspacePage />} />
      <Route path="*" element={<h1>{ELSEWHERE}</h1>} />
    </Routes>
  </>
);

/** Opens a thread and waits for its panes, or for the Add source dialog of an empty thread. */
export async function openWorkspace(
  thread: Thread,
  { query = '', viewer = me(), script = {} }: Opened = {},
): Promise<Rendered & { server: ApiStandIn }> {
  const server = serveApi({ ...workspaceScript(thread, viewer), ...script });
  const rendered = await render(workspaceRoutes, { at: `/t/${thread.url}${query}` });
  await vi.waitFor(() => queryByRole('dialog') ?? getByRole('region', texts.viewer), {
    timeout: 10_000,
  });
  return { ...rendered, server };
}
