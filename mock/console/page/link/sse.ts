/** One event of a stream of server-sent events (WHATWG HTML §9.2). */
export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
  /** The last id in the stream, of this event or an earlier one. */
  readonly id: string;
}

/** Takes the chunks of a stream, cut anywhere, and returns the events that are complete. */
type EventParser = (text: string) => readonly ServerSentEvent[];

/** Parses as §9.2.6 says, but ignores `retry`, as the page has its own delays. */
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
    // A carriage return at the end may be the first half of CRLF, so it is kept for the next chunk.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) take(line, events);
    return events;
  };
}
