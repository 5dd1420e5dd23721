import { Post, PostCard } from '#core/contract/post.ts';
import { id } from './examples.ts';

/** A saved draft as the server returns it. */
export const post = (n: number, more: object = {}): Post =>
  Post.parse({
    _id: id(n),
    post_id: id(n),
    user: id(900),
    thread: id(1),
    thread_url: 'memory',
    blog_node_id: `block-${n}`,
    slug: `post-${n}`,
    url: `https://gloss.example/p/post-${n}`,
    title: `Post ${n}`,
    description: '',
    tags: [],
    aiGeneratedTags: [],
    sources: [],
    postTemplate: 1,
    postType: 1,
    status: 1,
    published: false,
    indexable: true,
    metadata: {
      gist: '',
      learning_level: 'Beginner',
      theme: {},
      header: { title: '', description: '' },
    },
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    cover: null,
    scheduled_at: null,
    published_at: null,
    updatedAt: '2026-03-02T12:00:00.000Z',
    createdAt: '2026-03-01T12:00:00.000Z',
    ...more,
  });
export const postCard = (n: number, more: object = {}): PostCard => PostCard.parse(post(n, more));
