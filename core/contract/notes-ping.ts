/** Stateless messages by which a page and the server of its notes tell that the network still carries them. */
export const NOTES_PING = 'ping';
export const NOTES_PONG = 'pong';
