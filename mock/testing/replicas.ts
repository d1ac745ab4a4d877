import { startCommand } from './command';
import { type ControlClient, createControlClient } from './control';

/** A reply of the API. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what the mock replies
  readonly json: any;
}

/** One of several mocks that share a store, as a client sees it. */
export interface SeenReplica {
  readonly baseUrl: string;
  readonly control: ControlClient;
  ask(method: string, path: string, body?: unknown, key?: string): Promise<Told>;
  stderr(): string;
  stop: Awaited<ReturnType<typeof startCommand>>['stop'];
}

/** Starts the built command with these flags. */
export async function startReplica(flags: readonly string[]): Promise<SeenReplica> {
  const { baseUrl, stderr, stop } = await startCommand(flags);
  return { baseUrl, stderr, stop, control: await createControlClient({ baseUrl }), ask: askerAt(baseUrl) };
}

/** Sends requests to the API, as a program with a key does. */
export const askerAt =
  (baseUrl: string, send: typeof fetch = fetch): SeenReplica['ask'] =>
  async (method, path, body, key = 'demo-business') => {
    const reply = await send(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, json: text === '' ? undefined : JSON.parse(text) };
  };
