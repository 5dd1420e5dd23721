/** A typed address with its protocol: http(s) or mailto. */
export const typedLink = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed) || typed.startsWith('?source=')
    ? typed
    : typed.includes('@')
      ? `mailto:${typed}`
      : `https://${typed}`;
