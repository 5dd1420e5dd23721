/**
 * The note printed when work was queued and the command's own server, which has no worker, ends.
 */
export const QUEUED_WITHOUT_SERVER =
  'Queued. No server is running. Start one (gloss start), or process them now: gloss status --watch';
