/** Said when work was queued and this command's own server, which has no worker, ends with it. */
export const QUEUED_WITHOUT_SERVER =
  'Queued. No server is running. Start one (gloss start), or process them now: gloss status --watch';
