/**
 * Codes with which the server closes the socket of shared notes. The page explains those that a
 * person can act on.
 */
export const NOTES_CLOSE_CODES = {
  /** the server stops or restarts; the page connects again by itself */
  goingAway: 1001,
  /** no room now; the page tries again by itself */
  tryLater: 1013,
  /** a message that no page sends, or of a second document: one socket is for one */
  unexpected: 4400,
  /** the client did not sign in in time, or sent too much before signing in */
  notAdmitted: 4401,
  forbidden: 4403,
  deleted: 4404,
  /** it does not read what it is sent, or does not finish what it sends */
  tooSlow: 4408,
  /** the notes are as large as they may be */
  full: 4413,
  /** an edit is outside the bounds of notes; nothing of it was saved */
  invalid: 4422,
} as const;
