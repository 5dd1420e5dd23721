/** Valid examples of the server's responses. */
import { Me } from '#core/contract/account.ts';
import { Import } from '#core/contract/import.ts';
import type { Medium } from '#core/contract/locator.ts';
import { Source } from '#core/contract/source.ts';
import { Thread, ThreadCard } from '#core/contract/thread.ts';
import { KIND_NAMES, kindDescriptor } from '#core/kinds.ts';

/** A stable UUID for a small number. */
export const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const AT = '2026-03-01T12:00:00.000Z';
const READY = { transcript: 1, embedding: 1, webpage_processing: 0 };
const kindOf = (medium: Medium) => KIND_NAMES.find((it) => kindDescriptor(it).medium === medium);
type Loose<T> = { [K in keyof T]?: unknown };

export const webSource = (n: number, more: Loose<Source> = {}): Source =>
  Source.parse({
    _id: id(n),
    sourceType: kindOf('flow'),
    medium: 'flow',
    title: `Page ${n}`,
    createdAt: AT,
    state: 'ready',
    status: READY,
    sourceUrl: `https://example.org/page-${n}`,
    canonicalUrl: `https://example.org/page-${n}`,
    web_provider: 'example.org',
    thumbnails: {},
    refreshEvery: null,
    version: 1,
    ...more,
  });

export const videoSource = (n: number, more: Loose<Source> = {}): Source =>
  webSource(n, {
    sourceType: kindOf('timed'),
    medium: 'timed',
    title: `Video ${n}`,
    sourceUrl: undefined,
    source_url: `https://www.youtube.com/watch?v=video${n}`,
    canonicalUrl: `https://www.youtube.com/watch?v=video${n}`,
    web_provider: undefined,
    duration: 600,
    youtube_metadata: {
      video_id: `video${n}`,
      video_data: { video_title: `Video ${n}` },
      channel_data: { channel_title: 'A channel' },
    },
    ...more,
  });

export const pdfSource = (n: number, more: Loose<Source> = {}): Source =>
  webSource(n, {
    sourceType: kindOf('paged'),
    medium: 'paged',
    title: `Paper ${n}`,
    sourceUrl: `https://example.org/paper-${n}.pdf`,
    canonicalUrl: `https://example.org/paper-${n}.pdf`,
    pages: 12,
    ...more,
  });

export const thread = (n: number, more: Loose<Thread> = {}): Thread => {
  const sources = (more.thread_source_data ?? []) as Source[];
  return Thread.parse({
    _id: id(n),
    url: `thread-${n}`,
    user: id(900),
    title: `Thread ${n}`,
    visibility: 'private',
    createdAt: AT,
    updatedAt: AT,
    thread_sources: sources.map((it) => ({ source: it._id })),
    thread_nodes: [],
    thread_contents: [],
    thread_source_data: sources,
    role: 'owner',
    ...more,
  });
};
export const threadCard = (n: number, more: Loose<ThreadCard> = {}): ThreadCard =>
  ThreadCard.parse(thread(n, more));
export const threadPage = (...docs: ThreadCard[]) => ({ docs, next: null });

export const me = (more: Loose<Me> = {}): Me =>
  Me.parse({
    user: {
      _id: id(900),
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      is_verified_user: true,
      plan: 'free',
    },
    timezone: 'Europe/Berlin',
    accounts: 'accounts',
    limits: { question_n_answers: 20, reset_at: null },
    features: { notes_generation: true },
    capabilities: {
      models: [{ id: 5, name: 'GPT-5', available: true, hidden: false }],
      offline: false,
      embeddings: true,
      transcription: true,
    },
    ...more,
  });

export const importOf = (n: number, more: Loose<Import> = {}): Import =>
  Import.parse({
    _id: id(n),
    name: 'bookmarks.html',
    state: 'running',
    createdAt: AT,
    total: 10,
    queued: 4,
    running: 2,
    ready: 3,
    failed: 0,
    duplicates: 1,
    skipped: 0,
    ...more,
  });
