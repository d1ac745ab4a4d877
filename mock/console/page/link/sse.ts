/** One event of a stream of server-sent events (WHATWG HTML §9.2). */
export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
  /** The last id that the stream has told, of this event or of one before it. */
  readonly id: string;
}

/** Takes pieces of a stream as they come, cut anywhere, and gives the events that are complete. */
type EventParser = (text: string) => readonly ServerSentEvent[];

/** §9.2.6, but for `retry`, which this page decides for itself. Comments are left out. */
export function createEventParser(): EventParser {
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
    // A carriage return at the end may be the first half of a line end: it waits for what follows.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) take(line, events);
    return events;
  };
}
