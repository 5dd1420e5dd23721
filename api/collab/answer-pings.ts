import type { Extension } from '@hocuspocus/server';
import { NOTES_PING, NOTES_PONG } from '#core/contract/notes-ping.ts';

/** Answers the pings of pages that have the notes open and visible. */
export const answerPings = (): Extension => ({
  extensionName: 'answer-pings',
  async onStateless({ connection, payload }) {
    if (payload === NOTES_PING) connection.sendStateless(NOTES_PONG);
  },
});
