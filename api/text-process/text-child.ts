/**
 * The child process that parses Markdown, formulas and code of notes and posts; only
 * `createTextProcess` starts it.
 */
import { docToMarkdown } from '#core/editor/markdown.ts';
import { externalLinks } from '#core/editor/external-links.ts';
import { notesToMarkdown } from '#core/editor/portable-markdown.ts';
import { serveTasks } from '#pipeline/run/index.ts';
import { renderContent } from '../features/posts/render/content.ts';
import { TextTask } from './tasks.ts';

serveTasks((message, progress) => {
  // The task's own deadline starts here, without the start of the process.
  progress(0, 1);
  const task = TextTask.parse(message);
  if (task.kind === 'doc-to-markdown') return Promise.resolve(docToMarkdown(task.doc));
  if (task.kind === 'notes-to-markdown')
    return Promise.resolve(notesToMarkdown(task.doc, externalLinks(task.outside)));
  const sources = new Map(task.sources.map((source) => [source.id, source]));
  return Promise.resolve(renderContent(task.doc, { sources, images: task.images }));
});
