import { type Operation, sentenceOf, validatorOf } from '../../openapi/contract';
import { type Control, readControl } from '../control/document';
import type { StartedMock, StartOptions } from '../index';
import { checkReply } from '../observe/check-reply';
import { type Answered, createClient, type RequestParts } from './client';
import type { Exchange } from './prism';
import { startOwn } from './started';

/** Sends a request to the control plane: `control('PUT', '/clock', { action: 'freeze' })`. */
export type ControlClient = (
  method: string,
  /** Below `/__admin`. */
  path: string,
  body?: unknown,
  parts?: Omit<RequestParts, 'body'>,
) => Promise<Answered>;

/** A client of a mock's control plane: a reply that violates `openapi/control.yaml` fails the test. */
export async function createControlClient({ baseUrl }: Pick<StartedMock, 'baseUrl'>): Promise<ControlClient> {
  const control = await readControl();
  const call = createClient(new URL('/__admin', baseUrl).href, (exchange) => complaintsOf(control, exchange));
  return (method, path, body, parts = {}) => call(method, path, { ...parts, ...(body === undefined ? {} : { body }) });
}

export const NOON = '2026-11-19T12:00:00.000Z';

/** A mock for all tests of a file, and a client of its control plane: before each test it is reset, and its clock stands at noon. */
export function mockAtNoon(options: StartOptions = {}): {
  readonly mock: StartedMock;
  readonly control: ControlClient;
} {
  let mock: StartedMock;
  let control: ControlClient;
  beforeAll(async () => {
    mock = await startOwn(options);
    control = await createControlClient(mock);
  });
  beforeEach(async () => {
    await mock.reset();
    mock.clock.freeze();
    mock.clock.set(NOON);
  });
  return {
    get mock() {
      return mock;
    },
    control: (...sent) => control(...sent),
  };
}

/** A sentence for each violation in a reply of the control plane. */
function complaintsOf({ contract, match }: Control, exchange: Exchange): readonly string[] {
  const { method, path, status, headers, text } = exchange;
  const matched = match(method, `/__admin${path}`);
  const operation = matched.kind === 'operation' ? matched.operation : undefined;
  return [
    ...(headers['cache-control'] === 'no-store' ? [] : ['it may be kept in a cache']),
    ...(status === 204 && text !== '' ? ['a 204 has a body'] : []),
    // Replies to HEAD and OPTIONS have no body.
    ...(method === 'HEAD' || method === 'OPTIONS' ? [] : bodyComplaints(operation)),
  ].map((complaint) => `${method} ${path} ${status}: ${complaint}`);

  function bodyComplaints(known: Operation | undefined): readonly string[] {
    if (known !== undefined) return checkReply(known, { status, headers: Object.entries(headers).flat(), bytes: text });
    const { envelope } = contract;
    if (envelope === undefined || headers['content-type'] !== envelope.mediaType) return ['it is no error envelope'];
    const violation = validatorOf(envelope.schema, 'response')(JSON.parse(text));
    return violation === undefined ? [] : [sentenceOf(violation, 'the body')];
  }
}
