import type { Reply } from '../model';

/**
 * Reads replies from the bytes of one connection as they come. Stricter than a client's reader, since a reply that a
 * client forgives is a finding here; the suite's proxy, which passes on whatever comes, forgives even more.
 */
export interface ReplyReader {
  /** The replies that are complete by now, oldest first; it takes nothing more once it is malformed. */
  readonly replies: readonly Reply[];
  /** Why the bytes are no replies. */
  readonly malformed: string | undefined;
  /** Whether the last reply is a stream of events, whose end a client does not wait for. */
  readonly isStream: boolean;
  take(bytes: Buffer): void;
  /** The server has closed the connection: what is incomplete now stays so. */
  end(): void;
}

/** RFC 9112 §4, §5: visible characters, spaces, tabs, and bytes beyond ASCII in values. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/;
const FIELD_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
/** Headers that a reply has once at the most. */
const SINGLE: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'content-type', 'date']);
const HEAD_END = '\r\n\r\n';

/** The bytes are no reply. */
class Malformed extends Error {}

/** @param method of the request, which decides whether a reply has a body */
export function readReplies(method: string | undefined): ReplyReader {
  const replies: Reply[] = [];
  let waiting: Buffer = Buffer.alloc(0);
  let malformed: string | undefined;
  let isStream = false;
  let head: Omit<Reply, 'body'> | undefined;

  /** Whether it got any further. */
  const step = (isOver: boolean): boolean => {
    if (head === undefined) {
      const end = waiting.indexOf(HEAD_END);
      if (end < 0) return false;
      head = parseHead(waiting.toString('latin1', 0, end));
      waiting = waiting.subarray(end + HEAD_END.length);
      // An interim reply (RFC 9110 §15.2) goes before the one that counts.
      if (head.status < 200) head = undefined;
      return true;
    }
    const found = bodyOf(head, method, waiting, isOver);
    isStream = found === undefined && head.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (found === undefined && !isStream) return false;
    replies.push({ ...head, body: found?.body ?? waiting });
    waiting = waiting.subarray(found?.length ?? 0);
    head = undefined;
    return true;
  };
  const readOn = (isOver: boolean): void => {
    try {
      while (!isStream && step(isOver));
      if (!isOver || isStream) return;
      if (head !== undefined) throw new Malformed(`the connection ended within the body of a ${head.status}`);
      if (waiting.length > 0)
        throw new Malformed(`the connection ended with ${waiting.length} bytes that are no reply`);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      malformed = error.message;
    }
  };
  return {
    replies,
    get malformed() {
      return malformed;
    },
    get isStream() {
      return isStream;
    },
    take(bytes) {
      if (malformed !== undefined || isStream) return;
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      readOn(false);
    },
    end() {
      if (malformed === undefined) readOn(true);
    },
  };
}

function parseHead(head: string): Omit<Reply, 'body'> {
  const [first = '', ...lines] = head.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) throw new Malformed(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined) throw new Malformed(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    if (before !== undefined && SINGLE.has(key)) throw new Malformed(`two headers ${key}`);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  if (headers.has('content-length') && headers.has('transfer-encoding')) throw new Malformed('a length and a coding');
  return { status: Number(status), headers, head };
}

/** A body, and how many bytes it takes with what frames it. */
interface Framed {
  readonly body: Buffer;
  readonly length: number;
}

/** RFC 9112 §6.3; undefined where more has to come. */
function bodyOf(
  { status, headers }: Omit<Reply, 'body'>,
  method: string | undefined,
  bytes: Buffer,
  isOver: boolean,
): Framed | undefined {
  const length = headers.get('content-length');
  if (method === 'HEAD' || status === 204 || status === 304) return { body: bytes.subarray(0, 0), length: 0 };
  if (length !== undefined) {
    if (!/^\d{1,15}$/.test(length)) throw new Malformed(`a length of ${JSON.stringify(length)}`);
    const whole = Number(length);
    return bytes.length < whole ? undefined : { body: bytes.subarray(0, whole), length: whole };
  }
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return chunkedBody(bytes);
  return isOver ? { body: bytes, length: bytes.length } : undefined;
}

function chunkedBody(bytes: Buffer): Framed | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const line = bytes.toString('latin1', at, end);
    if (!/^[0-9a-f]{1,8}$/i.test(line)) throw new Malformed(`no size of a chunk: ${JSON.stringify(line)}`);
    const [from, to] = [end + 2, end + 2 + Number.parseInt(line, 16)];
    if (bytes.length < to + 2) return undefined;
    if (bytes.toString('latin1', to, to + 2) !== '\r\n') throw new Malformed('a chunk longer than its size');
    if (to === from) return { body: Buffer.concat(chunks), length: to + 2 };
    chunks.push(bytes.subarray(from, to));
    at = to + 2;
  }
}
