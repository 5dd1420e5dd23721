import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Log } from '#config/log.ts';

const PREFIX = 'gloss:notes:';
const LONGEST_RETRY_MS = 5000;

export interface ChannelEvents {
  /** Another process published a message. */
  message(document: string, message: Buffer): void;
  /** Redis can be used, for the first time or again. */
  ready(): void;
}

/**
 * Channels of Redis, one per document. They carry messages between processes, and lose those that
 * are published while Redis is away.
 */
export class RedisChannels {
  /** Begins each message of this process, which ignores its own messages. */
  readonly #sender = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  readonly #log: Log;

  constructor(redisUrl: string, log: Log, events: ChannelEvents) {
    this.#log = log;
    this.#publisher = this.#connect(redisUrl);
    this.#subscriber = this.#connect(redisUrl);
    this.#subscriber.on('messageBuffer', (channel: Buffer, message: Buffer) => {
      const { length } = this.#sender;
      if (!message.subarray(0, length).equals(this.#sender))
        events.message(channel.toString().slice(PREFIX.length), message.subarray(length));
    });
    for (const redis of [this.#publisher, this.#subscriber])
      redis.on('ready', () => {
        if (this.#publisher.status === 'ready' && this.#subscriber.status === 'ready')
          events.ready();
      });
  }

  publish(document: string, kind: number, payload: Uint8Array): void {
    if (this.#publisher.status !== 'ready') return;
    const message = Buffer.concat([this.#sender, Buffer.from([kind]), payload]);
    this.#tolerate(this.#publisher.publish(`${PREFIX}${document}`, message));
  }

  /** Calls `subscribed` when messages arrive from now on; never if Redis is away. */
  subscribe(document: string, subscribed: () => void): void {
    if (this.#subscriber.status !== 'ready') return;
    this.#tolerate(this.#subscriber.subscribe(`${PREFIX}${document}`).then(subscribed));
  }

  unsubscribe(document: string): void {
    if (this.#subscriber.status === 'ready')
      this.#tolerate(this.#subscriber.unsubscribe(`${PREFIX}${document}`));
  }

  close(): void {
    this.#publisher.disconnect();
    this.#subscriber.disconnect();
  }

  #connect(redisUrl: string): Redis {
    const redis = new Redis(redisUrl, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      retryStrategy: (times) => Math.min(200 * times, LONGEST_RETRY_MS),
    });
    redis.on('error', (error) =>
      this.#log.debug({ err: error }, 'Redis does not forward edits between processes at present'),
    );
    return redis;
  }

  #tolerate(work: Promise<unknown>): void {
    work.catch((error: unknown) =>
      this.#log.debug(
        { err: error },
        'an edit was not told to other processes; they read it from the disk',
      ),
    );
  }
}
