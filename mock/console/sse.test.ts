import { createEventParser } from './page/link/live';

const STREAM = ': hello\n\nid: 7\nevent: request\ndata: {"a":1}\n\n:\n\nevent: change\ndata: {}\n\n';
const EVENTS = [
  { type: 'request', data: '{"a":1}', id: '7' },
  { type: 'change', data: '{}', id: '7' },
];

describe('a parser of server-sent events', () => {
  test('gives the events and leaves comments out', () => {
    expect(createEventParser()(STREAM)).toEqual(EVENTS);
  });

  test.each([
    ['\n', STREAM],
    ['\r\n', STREAM.replaceAll('\n', '\r\n')],
    ['\r', STREAM.replaceAll('\n', '\r')],
  ])('takes a stream with line ends %j in chunks cut anywhere', (_, stream) => {
    const parse = createEventParser();
    // The last character may be half of a line end, so another one has to follow.
    const events = [...stream, ':'].flatMap((character) => parse(character));
    expect(events).toEqual(EVENTS);
  });

  test('joins lines of data, removes one space, and ignores unknown fields', () => {
    const parse = createEventParser();
    expect(parse('data:  a\ndata:b\ndata\nretry: 10\nrubbish\n\n')).toEqual([
      { type: 'message', data: ' a\nb\n', id: '' },
    ]);
  });

  test('returns no event without data, and none that is incomplete', () => {
    const parse = createEventParser();
    expect(parse('event: change\n\ndata: {}')).toEqual([]);
    expect(parse('\n')).toEqual([]);
    expect(parse('\n')).toEqual([{ type: 'message', data: '{}', id: '' }]);
  });
});
