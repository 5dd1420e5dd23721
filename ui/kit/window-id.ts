/** Identifies this window among others of the same person. */
export const WINDOW_ID = crypto.getRandomValues(new Uint32Array(4)).join('-');
