import { createClient, ErrorReply } from '@redis/client';
import { StoreUnavailable } from '../stores/failures';
import type { Script } from './script';

/** What Redis answers: numbers, texts, nothing, or a list of such. */
export type Reply = string | number | null | readonly Reply[];

/** What is sent: texts in UTF-8, or bytes. */
export type Argument = string | Buffer;

/** A connection to Redis. What is asked in one turn of the event loop goes in one piece, and is answered in its order. */
export interface Connection {
  /**
   * Runs a script.
   *
   * @throws StoreUnavailable, and Error where the script fails
   */
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<Reply>;
  /**
   * Sends one command.
   *
   * @param key what it is about, which decides on the shard
   * @throws StoreUnavailable
   */
  send(key: string, command: readonly Argument[]): Promise<Reply>;
  publish(channel: string, message: string): Promise<void>;
  /**
   * Calls back with each message of a channel.
   *
   * @returns how to stop
   */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. */
  readonly url: string;
}

/** @throws StoreUnavailable where nothing answers there */
export async function connect({ url }: ConnectionOptions): Promise<Connection> {
  const client = createClient({ url, disableOfflineQueue: true });
  // Each command that fails tells it.
  client.on('error', () => {});
  await client.connect().catch(unavailable);
  const subscriber = client.duplicate();
  subscriber.on('error', () => {});
  await subscriber.connect().catch(unavailable);

  const send = async (command: readonly Argument[]): Promise<Reply> =>
    // Redis' replies are of these types where no other mapping is asked for.
    (await client.sendCommand<unknown>([...command]).catch(unavailable)) as Reply;
  return {
    async run({ lua, digest }, keys, args) {
      const rest = [String(keys.length), ...keys, ...args];
      try {
        return await send(['EVALSHA', digest, ...rest]);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return send(['EVAL', lua, ...rest]);
        throw error;
      }
    },
    send: (_, command) => send(command),
    async publish(channel, message) {
      await send(['PUBLISH', channel, message]);
    },
    async subscribe(channel, hear) {
      const listener = (message: string): void => hear(message);
      await subscriber.subscribe(channel, listener).catch(unavailable);
      return () => void subscriber.unsubscribe(channel, listener).catch(() => {});
    },
    async close() {
      await Promise.all([client.close(), subscriber.close()]).catch(() => {});
    },
  };
}

/** @throws the error that Redis itself has answered, or StoreUnavailable */
function unavailable(error: unknown): never {
  if (error instanceof ErrorReply) throw error;
  throw new StoreUnavailable('The store of the mock can not be reached.', { cause: error });
}
