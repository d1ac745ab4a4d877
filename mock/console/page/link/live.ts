import { KEPT } from '../model/journal';
import type { RecordedRequest } from '../model/model';
import { ApiError } from './api';
import { createEventParser, type ServerSentEvent } from './sse';

/** How this page stands with the mock. */
export type Link =
  | { readonly state: 'connecting' | 'live' | 'ended' }
  /** `message`: what it says, where it answers and yet can not be followed for now. */
  | { readonly state: 'gone'; readonly message: string | undefined }
  /** The admin token is needed; `refused`: the one that was sent is not it. */
  | { readonly state: 'locked'; readonly refused: boolean }
  | { readonly state: 'forbidden'; readonly message: string };

/** The part of the control API that is followed. */
export interface Followed {
  readonly session: string | undefined;
  requests(limit: number, signal: AbortSignal): Promise<readonly RecordedRequest[]>;
  stream(lastEventId: number, signal: AbortSignal): Promise<Response>;
}

interface Follower {
  link(link: Link): void;
  /** The whole journal, newest first: what was known before is void. */
  journal(requests: readonly RecordedRequest[]): void;
  /** Requests that came, oldest first. */
  arrived(requests: readonly RecordedRequest[]): void;
  /** The control plane changed something. */
  changed(): void;
}

interface FollowOptions {
  readonly signal: AbortSignal;
  readonly hasToken: boolean;
  /** Resolves after so many milliseconds. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Milliseconds to wait before the next attempt, after so many failures in a row. */
export const backoff = (failures: number): number => Math.min(5000, 250 * 2 ** failures);

/** The mock says something at least every 15 seconds; a connection without a word for so long is dead. */
const SILENCE = 45_000;

/**
 * Follows a world until the signal, or until there is no sense in asking again. Each connection begins with the whole
 * journal and goes on from its newest request, so that nothing is missed and nothing that the mock forgot stays.
 */
export async function follow(api: Followed, follower: Follower, options: FollowOptions): Promise<void> {
  const { signal, hasToken, wait = sleep } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const journal = await api.requests(KEPT, signal);
      const stream = await api.stream(journal[0]?.id ?? 0, signal);
      follower.journal(journal);
      follower.link({ state: 'live' });
      failures = 0;
      await readEvents(stream, signal, follower);
    } catch (error) {
      if (signal.aborted) return;
      const end = error instanceof ApiError ? refusal(error, api, hasToken) : undefined;
      if (end !== undefined) return follower.link(end);
      failures++;
      follower.link({ state: 'gone', message: error instanceof ApiError ? error.message : undefined });
    }
    await wait(backoff(failures));
  }
}

function refusal({ status, message }: ApiError, { session }: Followed, hasToken: boolean): Link | undefined {
  if (status === 401) return { state: 'locked', refused: hasToken };
  if (status === 403) return { state: 'forbidden', message };
  if (status === 404 && session !== undefined) return { state: 'ended' };
  return undefined;
}

/** Reads to the end of the stream; one that breaks off ends too, for whether the mock is gone the next attempt tells. */
async function readEvents({ body }: Response, signal: AbortSignal, follower: Follower): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const decoder = new TextDecoder();
  const parse = createEventParser();
  signal.addEventListener('abort', cancel);
  let watchdog = setTimeout(cancel, SILENCE);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(cancel, SILENCE);
      deliver(parse(decoder.decode(value, { stream: true })), follower);
    }
  } catch {
    // Broken off.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', cancel);
  }
}

/** In their order, for a change may have emptied the journal; requests between two changes together. */
function deliver(events: readonly ServerSentEvent[], follower: Follower): void {
  let arrived: RecordedRequest[] = [];
  const hand = () => {
    if (arrived.length > 0) follower.arrived(arrived);
    arrived = [];
  };
  for (const { type, data } of events) {
    if (type === 'request') arrived.push(JSON.parse(data));
    if (type !== 'change') continue;
    hand();
    follower.changed();
  }
  hand();
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
