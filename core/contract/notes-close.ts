/**
 * Codes with which the server closes the socket of shared notes. The page explains those that a
 * person can act on.
 */
export const NOTES_CLOSE = {
  /** the server stops or restarts; the page connects again by itself */
  goingAway: 1001,
  /** no room now; the page tries again by itself */
  tryLater: 1013,
  /** a message that no page sends, or of a second document: one socket is for one */
  unexpected: 4400,
  /** nobody signed in on it in time, or it sent too much before that */
  notAdmitted: 4401,
  forbidden: 4403,
  deleted: 4404,
  /** it does not read what it is sent, or does not finish what it sends */
  tooSlow: 4408,
  /** the notes are as large as they may be */
  full: 4413,
  /** a change is outside of what notes may hold; nothing of it was kept */
  invalid: 4422,
} as const;
