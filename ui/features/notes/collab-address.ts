/** Where notes are edited together: by TLS wherever the page came by it. */
export const collabAddress = (origin: string): string => `${origin.replace(/^http/, 'ws')}/collab`;
