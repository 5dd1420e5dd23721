/** Stateless messages with which a page and the collaboration server check the connection. */
export const NOTES_PING = 'ping';
export const NOTES_PONG = 'pong';
