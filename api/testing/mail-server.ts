/** A real SMTP server on loopback that stores the emails it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
}
export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Waits for an email to an address with a matching subject, and removes it. */
  take(to: string, subject: RegExp): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Decodes a quoted-printable or plain part. */
const decoded = (text: string): string => {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};
function parse(to: string, raw: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const encoded = /^Subject: (.*)$/im.exec(head)?.[1] ?? '';
  const subject = encoded.replace(
    /=\?utf-8\?(Q|B)\?([^?]*)\?=\s*/gi,
    (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decoded(text.replaceAll('_', ' ')),
  );
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head);
  return {
    to,
    subject,
    text: isBase64
      ? Buffer.from(body, 'base64').toString('utf8')
      : /quoted-printable/i.test(head)
        ? decoded(body)
        : body,
  };
}

export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const raw = Buffer.concat(chunks).toString('latin1');
          for (const { address } of session.envelope.rcptTo) received.push(parse(address, raw));
          done();
        });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    take: (to, subject) =>
      vi.waitFor(
        () => {
          const at = received.findLastIndex((mail) => mail.to === to && subject.test(mail.subject));
          const [mail] = at < 0 ? [] : received.splice(at, 1);
          if (!mail)
            throw new Error(
              `no mail to ${to} like ${subject}; there are ${received.map((it) => `${it.to}: ${it.subject}`).join(', ')}`,
            );
          return mail;
        },
        { timeout: 10_000, interval: 20 },
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
