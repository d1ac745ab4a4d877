import type { RecordedRequest } from '../../../../openapi/types/control';
import { KEPT } from '../model/journal';
import { type Api, ApiError } from './api';

/** The state of the page's connection to the mock. */
export type Link =
  | { readonly state: 'connecting' | 'live' | 'ended' }
  /** `message`: the mock's error, if it answers but can't be followed now. */
  | { readonly state: 'gone'; readonly message: string | undefined }
  /** The admin token is needed; `refused`: the one that was sent is wrong. */
  | { readonly state: 'locked'; readonly refused: boolean }
  | { readonly state: 'forbidden'; readonly message: string };

/** The part of the control API that `follow` needs. */
export type Followed = Pick<Api, 'session' | 'requests' | 'stream'>;

interface Follower {
  link(link: Link): void;
  /** The whole journal, newest first; replaces what was known. */
  journal(requests: readonly RecordedRequest[]): void;
  /** New requests, oldest first. */
  arrived(requests: readonly RecordedRequest[]): void;
  /** The control plane changed something. */
  changed(): void;
}

interface FollowOptions {
  readonly signal: AbortSignal;
  readonly hasToken: boolean;
  /** Resolves after these milliseconds. */
  readonly wait?: (ms: number) => Promise<void>;
}

/** Milliseconds to wait before the next attempt, by the number of failures in a row. */
export const backoff = (failures: number): number => Math.min(5000, 250 * 2 ** failures);

/** The mock sends something every 15 seconds at least: a connection without a byte for longer than this is dead. */
const IDLE_TIMEOUT_MS = 45_000;

/**
 * Follows a world until the signal is aborted, or until a refusal that another attempt would not change. Each connection
 * reads the whole journal and continues from its newest request, so that the page neither misses a request nor keeps one
 * that the mock has dropped.
 */
export async function follow(api: Followed, follower: Follower, options: FollowOptions): Promise<void> {
  const { signal, hasToken, wait = sleep } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const journal = await api.requests(KEPT, { signal });
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

/** Reads to the end of the stream. A broken connection counts as its end: the next attempt shows whether the mock is gone. */
async function readEvents({ body }: Response, signal: AbortSignal, follower: Follower): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  const decoder = new TextDecoder();
  const parse = createEventParser();
  signal.addEventListener('abort', cancel);
  let watchdog = setTimeout(cancel, IDLE_TIMEOUT_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(cancel, IDLE_TIMEOUT_MS);
      deliver(parse(decoder.decode(value, { stream: true })), follower);
    }
  } catch {
    // The connection broke.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', cancel);
  }
}

/** Delivers events in order, since a change may have cleared the journal; requests between two changes as one batch. */
function deliver(events: readonly ServerSentEvent[], follower: Follower): void {
  let arrived: RecordedRequest[] = [];
  const flush = () => {
    if (arrived.length > 0) follower.arrived(arrived);
    arrived = [];
  };
  for (const { type, data } of events) {
    if (type === 'request') arrived.push(JSON.parse(data));
    if (type !== 'change') continue;
    flush();
    follower.changed();
  }
  flush();
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One event of a stream of server-sent events (WHATWG HTML §9.2). */
interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
  /** The last id in the stream, of this event or an earlier one. */
  readonly id: string;
}

/**
 * Takes the chunks of a stream, cut anywhere, and returns the events that are complete. Parses as §9.2.6 says, but ignores
 * `retry`, as the page has its own delays.
 */
export function createEventParser(): (text: string) => readonly ServerSentEvent[] {
  let rest = '';
  let id = '';
  let type = '';
  let data: string[] = [];

  function take(line: string, events: ServerSentEvent[]): void {
    if (line === '') {
      if (data.length > 0) events.push({ type: type === '' ? 'message' : type, data: data.join('\n'), id });
      type = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (text) => {
    // A carriage return at the end may be the first half of CRLF, so it is kept for the next chunk.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) take(line, events);
    return events;
  };
}
