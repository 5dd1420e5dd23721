/** For each route: who may call it, and with which request. */
import { PASSWORD } from './accounts-server.ts';

export type Who =
  | 'owner'
  | 'editor'
  | 'viewer'
  | 'revoked'
  | 'stranger'
  | 'unverified'
  | 'nobody'
  /** a read-only token of the owner */
  | 'reading'
  /** an expired token of the owner */
  | 'expired'
  /** a session and a token of the owner from before a password reset by email */
  | 'before the reset'
  | 'token before the reset';
export type Ids = Record<
  | 'thread'
  | 'source'
  | 'file'
  | 'import'
  | 'follow'
  | 'token'
  | 'member'
  | 'post'
  | 'answer'
  | 'version'
  | 'passkey'
  | 'session'
  | 'user',
  string
>;
export interface Row {
  for:
    | 'everyone'
    | 'signed in'
    | 'person'
    | 'create credential'
    | 'operator'
    | 'own'
    | 'thread.read'
    | 'thread.read, signed in'
    | 'thread.ask'
    | 'thread.write'
    | 'thread.manage';
  /** default the route's own path */
  path?: (ids: Ids) => string;
  body?: (ids: Ids) => unknown;
  /** deletes or changes its target: the owner calls it last, in this order */
  ends?: 1 | 2 | 3;
  /** the target does not exist, even for its owner */
  none?: true;
  /** a read that is sent as a write */
  reads?: true;
  /** a GET that changes something */
  writes?: true;
  /** other read requests of the same route */
  variants?: readonly ((ids: Ids) => string)[];
  /** people with access are refused too, because the request is invalid */
  refuses?: 401;
  /** allowed before a required second factor is set up */
  due?: true;
  /** why mixing in ids of others is harmless */
  mixes?: string;
}
const at =
  (template: string) =>
  (ids: Ids): string =>
    template.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => encodeURIComponent(ids[name]));
const inThread = ({ thread, source }: Ids) => ({ thread_id: thread, sources: [source], model: 5 });
const ofClip = (ids: Ids) => ({
  ...inThread(ids),
  source_id: ids.source,
  content: 'Otters hold hands.',
  model: 3,
});
const everyone: Row = { for: 'everyone' };
const own = (path: string, more: Partial<Row> = {}): Row => ({
  for: 'own',
  path: at(path),
  ...more,
});
const thread = (
  action: 'read' | 'read, signed in' | 'ask' | 'write' | 'manage',
  path: string,
  more: Partial<Row> = {},
): Row => ({ for: `thread.${action}`, path: at(path), ...more });

export const ROWS: Readonly<Record<string, Row>> = {
  'GET health': everyone,
  'GET ready': everyone,
  'GET openapi.json': everyone,
  'GET auth/link': everyone,
  'GET auth/options': everyone,
  'POST auth/signup': everyone,
  'POST auth/verify': everyone,
  'POST auth/login': everyone,
  'POST auth/refresh': everyone,
  'POST auth/forgot': everyone,
  'POST auth/reset': everyone,
  'POST auth/logout': { for: 'everyone', due: true },
  'POST auth/code': everyone,
  'POST auth/recovery': everyone,
  'POST auth/passkey/options': everyone,
  'POST auth/passkey': everyone,
  'GET auth/oidc': everyone,
  'GET auth/oidc/callback': everyone,
  'POST auth/link': { for: 'person' },
  'POST auth/resend': { for: 'person', due: true },
  'POST analytics': { for: 'signed in', body: () => ({ name: 'clip_play' }) },
  'GET me': { for: 'signed in', due: true },
  'PATCH me': { for: 'person' },
  'DELETE me': { for: 'person', ends: 3, body: () => ({ password: PASSWORD }) },
  'GET me/sessions': { for: 'person' },
  'DELETE me/sessions/{id}': own('me/sessions/{session}', { ends: 1 }),
  'GET me/tokens': { for: 'signed in' },
  'POST me/tokens': { for: 'create credential', body: () => ({ name: 'x' }) },
  'DELETE me/tokens/{id}': own('me/tokens/{token}', { ends: 1 }),
  'GET me/passkeys': { for: 'person', due: true },
  'POST me/passkeys/options': {
    for: 'create credential',
    body: () => ({ password: PASSWORD }),
    due: true,
  },
  'POST me/passkeys': {
    for: 'create credential',
    body: () => ({
      name: 'x',
      answer: {
        id: 'aa',
        rawId: 'aa',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      },
    }),
    refuses: 401,
    due: true,
  },
  'PATCH me/passkeys/{id}': own('me/passkeys/{passkey}', { body: () => ({ name: 'x' }) }),
  'DELETE me/passkeys/{id}': own('me/passkeys/{passkey}', { ends: 1 }),
  'GET me/second-factor': { for: 'person', due: true },
  'POST me/second-factor/options': {
    for: 'create credential',
    body: () => ({ password: PASSWORD }),
    due: true,
  },
  'POST me/second-factor': {
    for: 'create credential',
    body: () => ({ ticket: 'x', code: '000000' }),
    refuses: 401,
    due: true,
  },
  'DELETE me/second-factor': { for: 'create credential', body: () => ({ password: PASSWORD }) },
  'POST me/recovery-codes': { for: 'create credential', body: () => ({ password: PASSWORD }) },
  'DELETE users/{id}/second-factor': { for: 'operator', path: at('users/{user}/second-factor') },
  'GET users': { for: 'operator' },
  'GET audit': { for: 'operator' },
  'POST users': { for: 'operator', body: () => ({ email: 'new@example.org' }) },
  'PATCH users/{id}': { for: 'operator', path: at('users/{user}'), body: () => ({ plan: 'PRO' }) },
  'POST users/{id}/sign-out': { for: 'operator', path: at('users/{user}/sign-out') },
  'POST users/{id}/tokens': {
    for: 'operator',
    path: at('users/{user}/tokens'),
    body: () => ({ name: 'x' }),
  },
  'GET me/provider': { for: 'operator' },
  'PUT me/provider': { for: 'operator', body: () => ({ models: {} }) },
  'POST me/provider/test': { for: 'operator' },
  'POST reindex': { for: 'operator' },
  'POST reconcile': { for: 'operator' },
  'GET backup': { for: 'operator' },

  'GET threads': { for: 'signed in' },
  'POST threads': { for: 'signed in', body: () => ({ title: 'New' }) },
  'GET threads/{id}': thread('read', 'threads/{thread}'),
  'GET threads/{id}/notes': thread('read', 'threads/{thread}/notes'),
  'GET threads/{id}/events': thread('read', 'threads/{thread}/events'),
  'GET threads/{id}/export': thread('read', 'threads/{thread}/export'),
  'GET export': { for: 'signed in' },
  'POST threads/import': {
    for: 'signed in',
    body: () => ({
      thread: {
        _id: '0198c0de-0000-7000-8000-00000000f0f0',
        url: 'x',
        title: 'X',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
      files: [],
    }),
  },
  'PUT threads/{id}/import': thread('manage', 'threads/{thread}/import', {
    body: () => ({
      thread: {
        _id: '0198c0de-0000-7000-8000-00000000f0f0',
        url: 'x',
        title: 'X',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
      sources: [],
      notes: {},
      answers: [],
      files: [],
    }),
  }),
  'PATCH threads/{id}': thread('manage', 'threads/{thread}', { body: () => ({ title: 'Mine' }) }),
  'DELETE threads/{id}': thread('manage', 'threads/{thread}', { ends: 2 }),
  'GET threads/{id}/members': thread('manage', 'threads/{thread}/members'),
  'POST threads/{id}/members': thread('manage', 'threads/{thread}/members', {
    body: () => ({ email: 'more@example.org', role: 'viewer' }),
  }),
  'DELETE threads/{id}/members/{userId}': thread('manage', 'threads/{thread}/members/{member}', {
    ends: 1,
  }),
  'PUT thread/v1/source-metadata/{threadId}': thread(
    'manage',
    'thread/v1/source-metadata/{thread}',
    {
      body: ({ source }) => ({
        source_metadata: [{ sourceId: source, metadata: { current_page: 1 } }],
      }),
      mixes: 'a source that the thread does not hold is passed over',
    },
  ),
  'GET threads/{id}/answers': thread('read', 'threads/{thread}/answers'),
  'GET threads/{id}/versions': thread('write', 'threads/{thread}/versions'),
  'POST threads/{id}/versions': thread('write', 'threads/{thread}/versions', {
    body: () => ({ name: 'Mine' }),
  }),
  'GET threads/{id}/versions/{version}': thread('write', 'threads/{thread}/versions/{version}'),
  'POST threads/{id}/versions/{version}/restore': thread(
    'write',
    'threads/{thread}/versions/{version}/restore',
  ),

  'POST thread/addSource': thread('write', 'thread/addSource', {
    body: (ids) => ({ threadId: ids.thread, url: 'https://example.com/more' }),
  }),
  'POST thread/loadSourceData': thread('read', 'thread/loadSourceData', {
    body: (ids) => ({ threadId: ids.thread, sourceId: ids.source }),
    reads: true,
  }),
  'PUT thread/v1/remove-thread-source/{threadId}/{sourceId}': thread(
    'write',
    'thread/v1/remove-thread-source/{thread}/{source}',
    { ends: 1 },
  ),
  'GET thread/v1/web-preview/{threadId}/{sourceId}/{mode}': thread(
    'read',
    'thread/v1/web-preview/{thread}/{source}/1',
  ),
  'GET thread/v1/transcript/{threadId}/{sourceId}': thread(
    'read',
    'thread/v1/transcript/{thread}/{source}',
  ),
  'GET thread/v1/file/{threadId}': thread(
    'read, signed in',
    'thread/v1/file/{thread}?fileKey={file}',
    {
      variants: [
        at('thread/v1/file/{thread}?fileKey=new.pdf'),
        at('thread/v1/file/{thread}?name=new.pdf'),
      ],
    },
  ),
  'POST thread/get_all_files': thread('read, signed in', 'thread/get_all_files', {
    body: (ids) => ({ id: ids.thread }),
    reads: true,
  }),
  'POST thread/delete-file': thread('write', 'thread/delete-file', {
    body: (ids) => ({ threadId: ids.thread, fileKey: ids.file }),
    ends: 1,
  }),

  'GET sources': { for: 'signed in' },
  'GET sources/ids': { for: 'signed in' },
  'GET sources/trash': { for: 'signed in' },
  'POST sources/refresh': { for: 'signed in', body: () => ({ which: 'due' }) },
  'POST sources/many': {
    for: 'signed in',
    body: ({ source }) => ({ action: 'retry', ids: [source] }),
  },
  'GET sources/{id}': own('sources/{source}'),
  'PATCH sources/{id}': own('sources/{source}', { body: () => ({ ownNote: 'mine' }) }),
  'GET sources/{id}/text': own('sources/{source}/text'),
  'GET sources/{id}/reader': own('sources/{source}/reader'),
  'GET sources/{id}/uses': own('sources/{source}/uses'),
  'GET sources/{id}/versions': own('sources/{source}/versions'),
  'GET sources/{id}/diff': own('sources/{source}/diff', { none: true }),
  'GET sources/{id}/report': own('sources/{source}/report', { none: true }),
  'GET sources/{id}/transcript': own('sources/{source}/transcript', { none: true }),
  'PUT sources/{id}/transcript': own('sources/{source}/transcript', {
    body: () => ({ text: '00:01 Words.' }),
    ends: 1,
  }),
  'PUT sources/{id}/schedule': own('sources/{source}/schedule', { body: () => ({ every: null }) }),
  'POST sources/{id}/refresh': own('sources/{source}/refresh'),
  'POST sources/{id}/held': own('sources/{source}/held', { body: () => ({ accept: false }) }),
  'POST sources/{id}/retry': own('sources/{source}/retry'),
  'PUT sources/{id}/link': own('sources/{source}/link', {
    body: () => ({ url: 'https://example.com/z' }),
  }),
  'DELETE sources/{id}': own('sources/{source}', { ends: 1 }),

  'POST imports/read': {
    for: 'signed in',
    reads: true,
    body: () => new Uint8Array(Buffer.from('https://example.com/a\n')),
  },
  'POST imports/listing': { for: 'signed in', reads: true, body: () => ({ url: 'no address' }) },
  'POST imports': {
    for: 'thread.manage',
    path: () => 'imports',
    body: (ids) => ({ name: 'x', threadId: ids.thread, items: [{ url: 'https://example.com/y' }] }),
  },
  'GET imports': { for: 'signed in' },
  'GET imports/{id}': own('imports/{import}'),
  'GET imports/{id}/receipt': own('imports/{import}/receipt'),
  'GET imports/{id}/events': own('imports/{import}/events'),
  'POST imports/{id}/pause': own('imports/{import}/pause'),
  'POST imports/{id}/resume': own('imports/{import}/resume'),
  'POST imports/{id}/retry': own('imports/{import}/retry'),
  'POST imports/{id}/cancel': own('imports/{import}/cancel', { ends: 1 }),
  'DELETE imports/{id}': own('imports/{import}', { ends: 1 }),

  'GET follows': { for: 'signed in' },
  'POST follows': { for: 'signed in', body: () => ({ url: 'no address' }) },
  'PATCH follows/{id}': own('follows/{follow}', { body: () => ({ every: '1d' }) }),
  'POST follows/{id}/check': own('follows/{follow}/check'),
  'DELETE follows/{id}': own('follows/{follow}', { ends: 1 }),

  'GET search': thread('read, signed in', 'search?q=otter&threadId={thread}'),
  'GET home': { for: 'signed in' },
  'GET search/names': { for: 'signed in', path: () => 'search/names?q=otter' },

  'GET ai/v2/guides': { for: 'signed in' },
  'POST ai/v2/chat/thread': thread('ask', 'ai/v2/chat/thread', {
    body: (ids) => ({ ...inThread(ids), user_query: 'Why?' }),
  }),
  'POST ai/v2/chat/library': thread('ask', 'ai/v2/chat/library', {
    body: (ids) => ({ query: 'Why?', scope: { threads: [ids.thread] } }),
  }),
  'POST ai/v2/compare': thread('ask', 'ai/v2/compare', {
    body: (ids) => ({ ...inThread(ids), questions: ['Why?'] }),
  }),
  'POST ai/v2/chat/clip': thread('write', 'ai/v2/chat/clip', {
    body: (ids) => ({ ...ofClip(ids), thread_node_id: 'n', user_query: 'Why?' }),
  }),
  'POST ai/v2/chat/pdf-clip': thread('write', 'ai/v2/chat/pdf-clip', {
    body: (ids) => ({ ...ofClip(ids), thread_node_id: 'n', user_query: 'Why?' }),
  }),
  'POST ai/v2/get/prompts': thread('ask', 'ai/v2/get/prompts', {
    body: (ids) => ({ ...inThread(ids), model: 4 }),
  }),
  'POST ai/v2/predefined/prompts/{id}': thread('ask', 'ai/v2/predefined/prompts/3', {
    body: inThread,
  }),
  'POST ai/v2/predefined/child/{id}': thread('ask', 'ai/v2/predefined/child/3', { body: ofClip }),
  'POST ai/v2/predefined/pdf-child/{id}': thread('ask', 'ai/v2/predefined/pdf-child/3', {
    body: ofClip,
  }),
  'POST ai/v2/student/{id}': thread('ask', 'ai/v2/student/1', { body: inThread }),
  'POST ai/v2/creator/{id}': thread('ask', 'ai/v2/creator/1', { body: inThread }),
  'POST ai/v2/researcher/{id}': thread('ask', 'ai/v2/researcher/1', { body: inThread }),
  'POST ai/v2/notes/{keyId}': thread('write', 'ai/v2/notes/18', { body: inThread }),
  'POST summarize-video/{id}': thread('ask', 'summarize-video/7', { body: inThread }),
  'POST ai/v2/title': thread('ask', 'ai/v2/title', {
    body: (ids) => ({ thread_id: ids.thread, sentence: 'Otters hold hands.' }),
  }),
  'POST ai/v2/blog-idea': thread('write', 'ai/v2/blog-idea', { body: inThread }),
  'POST ai/v2/blog-idea/stream': thread('write', 'ai/v2/blog-idea/stream', { body: inThread }),
  'POST ai/v2/blog': thread('write', 'ai/v2/blog', {
    body: (ids) => ({ ...inThread(ids), index: [0] }),
  }),
  'GET ai/v2/answers/{id}': own('ai/v2/answers/{answer}'),
  'POST ai/v2/answers/{id}/stop': own('ai/v2/answers/{answer}/stop'),
  'DELETE ai/v2/answers/{id}': own('ai/v2/answers/{answer}', { ends: 1 }),
  'POST ai/v2/feedback': own('ai/v2/feedback', {
    body: ({ thread: thread_id, answer }) => ({ thread_id, thread_node_id: answer, value: 'like' }),
  }),

  'GET tags/v1/tags': { for: 'signed in' },
  'GET posts': { for: 'signed in' },
  'POST post/v1/create': thread('manage', 'post/v1/create', {
    body: (ids) => ({
      thread: ids.thread,
      blog_node_id: 'm',
      title: 'T',
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      sources: [ids.source],
    }),
  }),
  'GET post/v1/post/{id}': own('post/v1/post/{post}'),
  'PUT post/v1/update-post/{id}': own('post/v1/update-post/{post}', {
    body: () => ({ title: 'U' }),
  }),
  'GET post/v1/post-thumbnail-signed-url/{id}': own(
    'post/v1/post-thumbnail-signed-url/{post}?filename=a.png',
    { writes: true },
  ),
  'PUT post/v1/post-thumbnail/{id}': own('post/v1/post-thumbnail/{post}?fileKey=x', { none: true }),
  'GET posts/{id}/export': own('posts/{post}/export?format=md'),
  'GET posts/{id}/frame': own('posts/{post}/frame?source={source}&at=1', { none: true }),
};
