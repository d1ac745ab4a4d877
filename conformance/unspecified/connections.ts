import { own } from '../../openapi/contract';
import { type Exchange, isOfOperation, isSuccess } from '../exchange/exchange';
import { byExchange, createSightings, type NewLearner } from './learner';

/** Whether it is known how a reply came over its connection: HAR files do not tell it. */
const isOfWire = ({ response }: Exchange): boolean => response?.wireNames !== undefined;

const NOT_OF_WIRE = 'it was not recorded how replies came over their connections';

/** A reply that was compressed on its way may be framed otherwise than others are. */
export const learnFraming: NewLearner<'framing'> = () =>
  byExchange((exchange) => {
    const { response } = exchange;
    if (response === undefined || !isOfWire(exchange) || !isOfOperation(exchange)) return undefined;
    const { headers, body, status } = response;
    if (body.bytes === 0 || status === 204 || status === 304 || headers.has('content-encoding')) return undefined;
    const [coding, length] = [headers.get('transfer-encoding'), headers.get('content-length')];
    if (coding !== undefined) {
      const shows = `Transfer-Encoding: ${coding}`;
      return /\bchunked$/i.test(coding.trim())
        ? { option: 'chunked', shows }
        : { other: `it is of another coding: ${shows}` };
    }
    if (length !== undefined) return { option: 'length', shows: `Content-Length: ${length}` };
    return { other: 'a reply ends with its connection' };
  }, NOT_OF_WIRE);

/** So long a body has to be that a server which compresses would: most leave shorter ones as they are. */
const WORTH_BYTES = 2048;

export const learnCompression: NewLearner<'compression'> = () =>
  byExchange((exchange) => {
    const { request, response, asked } = exchange;
    const accepted = own(request.headers, 'accept-encoding') ?? asked?.encoding ?? '';
    if (response === undefined || !takesGzip(String(accepted))) return undefined;
    const coding = response.headers.get('content-encoding');
    if (coding !== undefined && coding !== 'identity') {
      const shows = `Content-Encoding: ${coding}`;
      return coding.trim().toLowerCase() === 'gzip'
        ? { option: 'gzip', shows }
        : { other: `it takes another coding: ${shows}` };
    }
    if (!isOfWire(exchange) || !isOfOperation(exchange) || response.body.bytes < WORTH_BYTES) return undefined;
    return { option: 'none', shows: `${response.body.bytes} bytes without Content-Encoding` };
  }, `no request that takes gzip got a body of ${WORTH_BYTES} bytes or more: servers leave shorter ones as they are`);

/** RFC 9110 §12.5.3. */
function takesGzip(accepted: string): boolean {
  const qualities = new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const [, quality = '1'] = /^q=([\d.]+)/.exec(parameters.find((text) => text.startsWith('q=')) ?? '') ?? [];
      return [name, Number(quality)];
    }),
  );
  return (qualities.get('gzip') ?? qualities.get('x-gzip') ?? qualities.get('*') ?? 0) > 0;
}

/** Of the connections that a server closes after one reply, those are rarer where it wants to be rid of single ones. */
const FEWEST_CLOSED = 0.1;

/**
 * A connection whose first reply says `close`, or one that carries another request after one. Later replies say it of
 * connections that are kept, too: many servers end each after a hundred requests or some time.
 */
export const learnConnection: NewLearner<'connection'> = () => {
  const sightings = createSightings<'kept' | 'closed'>();
  const last = new Map<number, Exchange>();
  let firsts = 0;
  return {
    observe(exchange) {
      const { request, response, connection, asked } = exchange;
      if (response === undefined || !isOfWire(exchange) || connection === undefined) return;
      const before = last.get(connection.number);
      if (connection.carried > 0 && before !== undefined)
        sightings.see('kept', 'both requests went over one connection', [before, exchange]);
      last.set(connection.number, exchange);
      const wanted = String(own(request.headers, 'connection') ?? asked?.connection ?? '');
      // After an error, or where the client asks for it, any server may close.
      if (/\bclose\b/i.test(wanted) || !isSuccess(exchange) || connection.carried > 0) return;
      firsts += 1;
      const says = response.headers.get('connection') ?? '';
      if (/\bclose\b/i.test(says)) sightings.see('closed', `Connection: ${says}`, [exchange]);
    },
    conclude: () =>
      sightings.conclude(
        'no connection carried two requests, and hardly any was closed after its first reply',
        (option, count) => option === 'kept' || count > firsts * FEWEST_CLOSED,
      ),
  };
};

/** Milliseconds below which a reply came at once, and from which on it was slow. */
const AT_ONCE_MS = 50;
const SLOW_MS = 85;
/** A slow network adds the same each time. */
const LEAST_SPREAD_MS = 30;
const FEWEST = 8;
/** What is rarer is an accident of either machine. */
const SHARE = 0.15;

export const learnLatency: NewLearner<'latency'> = () => {
  const times: number[] = [];
  const sightings = createSightings<'at-once' | 'slow'>();
  return {
    observe(exchange) {
      const { response, milliseconds, together, isRepeated } = exchange;
      // What goes with others waits for them.
      if (response === undefined || !isOfWire(exchange) || together !== undefined || isRepeated === true) return;
      times.push(milliseconds);
      const shows = `${Math.round(milliseconds)} ms`;
      if (milliseconds < AT_ONCE_MS) sightings.see('at-once', shows, [exchange]);
      if (milliseconds >= SLOW_MS) sightings.see('slow', shows, [exchange]);
    },
    conclude() {
      if (times.length < FEWEST) return { unknown: `fewer than ${FEWEST} replies were timed one by one` };
      const least = Math.max(2, times.length * SHARE);
      const slow = times.filter((time) => time >= SLOW_MS).sort((a, b) => a - b);
      const spread = (slow.at(Math.floor(slow.length * 0.9)) ?? 0) - (slow.at(Math.floor(slow.length * 0.1)) ?? 0);
      if (slow.length >= least && spread < LEAST_SPREAD_MS)
        return { unknown: 'replies are slow, all by about the same: that may be the network' };
      const between = 'most replies took longer than a few milliseconds, and less than a tenth of a second';
      return sightings.conclude(between, (_, count) => count >= least);
    },
  };
};
