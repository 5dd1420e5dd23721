/** The collaboration address: with TLS if the page uses it. */
export const collabAddress = (origin: string): string => `${origin.replace(/^http/, 'ws')}/collab`;
