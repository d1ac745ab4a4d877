import type { Reply } from '../model';

/** Reads replies from the bytes of one connection as they come. */
export interface ReplyReader {
  /** The replies that are complete by now, oldest first; it takes nothing more once it is malformed. */
  readonly replies: readonly Reply[];
  /** Why the bytes are no replies. */
  readonly malformed: string | undefined;
  /** Whether the last reply is a stream whose end nobody waits for. */
  readonly isStream: boolean;
  take(bytes: Buffer): void;
  /** The server has closed the connection: what is incomplete now stays so. */
  end(): void;
}

/** RFC 9112 §4, §5: visible characters, spaces, tabs, and bytes beyond ASCII in values. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/;
const FIELD_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
const HEAD_END = Buffer.from('\r\n\r\n');

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** @param method of the request, which decides whether a reply has a body */
export function readReplies(method: string | undefined): ReplyReader {
  const replies: Reply[] = [];
  let waiting: Buffer = Buffer.alloc(0);
  let malformed: string | undefined;
  let isStream = false;
  let head: Head | undefined;

  const refuse = (why: string): undefined => {
    malformed = why;
    return undefined;
  };

  /** Whether it got any further. */
  const step = (isOver: boolean): boolean => {
    if (head === undefined) {
      const end = waiting.indexOf(HEAD_END);
      if (end < 0) return false;
      head = parseHead(waiting.toString('latin1', 0, end), refuse);
      if (head === undefined) return false;
      waiting = waiting.subarray(end + HEAD_END.length);
      // An interim reply (RFC 9110 §15.2) goes before the one that counts.
      if (head.status < 200) head = undefined;
      return true;
    }
    const found = bodyOf(head, method, waiting, isOver, refuse);
    if (found === undefined) {
      isStream = head.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (isStream) replies.push(replyOf(head, waiting));
      return false;
    }
    replies.push(replyOf(head, found.body));
    waiting = waiting.subarray(found.length);
    head = undefined;
    return true;
  };

  const go = (isOver: boolean): void => {
    while (malformed === undefined && !isStream && step(isOver));
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
      go(false);
    },
    end() {
      if (malformed !== undefined || isStream) return;
      go(true);
      if (head !== undefined) refuse(`the connection ended within the body of a ${head.status}`);
      else if (waiting.length > 0) refuse(`the connection ended with ${waiting.length} bytes that are no reply`);
    },
  };
}

const replyOf = ({ status, headers, text }: Head, body: Buffer): Reply => ({ status, headers, head: text, body });

type Refuse = (why: string) => undefined;

function parseHead(text: string, refuse: Refuse): Head | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) return refuse(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined) return refuse(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    if (before !== undefined && FRAMING.has(key)) return refuse(`two headers ${key}`);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  if (headers.has('content-length') && headers.has('transfer-encoding')) return refuse('a length and a coding');
  return { status: Number(status), headers, text };
}

const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'content-type', 'date']);

interface Found {
  readonly body: Buffer;
  /** How many bytes it takes. */
  readonly length: number;
}

/** RFC 9112 §6.3; undefined where more has to come, or something is wrong. */
function bodyOf(
  { status, headers }: Head,
  method: string | undefined,
  bytes: Buffer,
  isOver: boolean,
  refuse: Refuse,
): Found | undefined {
  const length = headers.get('content-length');
  if (method === 'HEAD' || status === 204 || status === 304) return { body: bytes.subarray(0, 0), length: 0 };
  if (length !== undefined) {
    if (!/^\d{1,15}$/.test(length)) return refuse(`a length of ${JSON.stringify(length)}`);
    const whole = Number(length);
    return bytes.length < whole ? undefined : { body: bytes.subarray(0, whole), length: whole };
  }
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return chunkedBody(bytes, refuse);
  return isOver ? { body: bytes, length: bytes.length } : undefined;
}

function chunkedBody(bytes: Buffer, refuse: Refuse): Found | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = /^[0-9a-f]{1,8}$/i.exec(bytes.toString('latin1', at, end))?.[0];
    if (size === undefined) return refuse(`no size of a chunk: ${JSON.stringify(bytes.toString('latin1', at, end))}`);
    const [from, to] = [end + 2, end + 2 + Number.parseInt(size, 16)];
    if (bytes.length < to + 2) return undefined;
    if (bytes.toString('latin1', to, to + 2) !== '\r\n') return refuse('a chunk longer than its size');
    if (to === from) return { body: Buffer.concat(chunks), length: to + 2 };
    chunks.push(bytes.subarray(from, to));
    at = to + 2;
  }
}
