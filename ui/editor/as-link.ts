/** A typed address with its protocol: of the web, or of a mail. */
export const asLink = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed) || typed.startsWith('?source=')
    ? typed
    : typed.includes('@')
      ? `mailto:${typed}`
      : `https://${typed}`;
