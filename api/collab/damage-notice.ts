import type { Extension } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';

/** Whoever opens a document that lost rows is told: the rest is served. */
export const damageNotice = (isDamaged: UpdateLog['isDamaged']): Extension => ({
  extensionName: 'damage-notice',
  async connected({ connection, documentName }) {
    if (isDamaged(documentName)) connection.sendStateless('fetchDocError');
  },
});
