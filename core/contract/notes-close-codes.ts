/**
 * Codes with which the server closes the socket of shared notes. The page explains those that
 * people can act on.
 */
export const NOTES_CLOSE_CODES = {
  /** the server stops or restarts; the page reconnects by itself */
  goingAway: 1001,
  /** the server is full; the page retries by itself */
  tryLater: 1013,
  /** an invalid message, or one for a second document: each socket serves one */
  unexpected: 4400,
  /** the client did not sign in in time, or sent too much before signing in */
  notAdmitted: 4401,
  forbidden: 4403,
  deleted: 4404,
  /** the client does not read its messages, or does not finish sending one */
  tooSlow: 4408,
  /** the notes have reached their maximum size */
  full: 4413,
  /** an edit exceeds the bounds of notes; nothing of it was saved */
  invalid: 4422,
} as const;
