import { randomBytes } from 'node:crypto';

/**
 * Makes the address of a thread: letters and digits of the title, then 128 random bits, because
 * everyone with the address of a public thread may read it.
 */
export function newAddress(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${words || 'thread'}-${randomBytes(16).toString('hex')}`;
}
